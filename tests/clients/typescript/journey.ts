/**
 * The whole journey of a caller, by the client that @hey-api/openapi-ts makes.
 *
 * `node journey.js URL PART`, with the keys in SPRUE_API_KEY and SPRUE_USED_UP_KEY; prints one JSON object.
 */

import { readFile } from "node:fs/promises";
import { basename } from "node:path";

import {
  analyze,
  changeWebhook,
  convert,
  createQuote,
  createWebhook,
  deleteWebhook,
  evaluateModule,
  getArtifact,
  getJob,
  getQuote,
  getResult,
  listMaterials,
  listModules,
  listWebhookDeliveries,
  listWebhooks,
  quickInfo,
  recompute,
  testWebhook,
} from "./sprue_client/index.js";
import type { Problem, QuotaProblem, QuoteRequest, Status } from "./sprue_client/index.js";
import { createClient } from "./sprue_client/client/index.js";
import type { Client } from "./sprue_client/client/index.js";

const WAIT_S = 30;
const UNKNOWN_JOB = "01a00000-0000-7000-8000-000000000000";
const LARGEST_QUANTITY = 100_000;
const HOOK = "https://nothing.invalid/hook";

/** What is read on the way, for the test to compare. */
type Seen = Record<string, unknown>;

function clientOf(baseUrl: string, key: string): Client {
  return createClient({ baseUrl, auth: key });
}

/** The data of an answer that was to succeed. */
function got<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) throw new Error(`refused: ${JSON.stringify(answer.error)}`);
  return answer.data;
}

/** Wait for a job by long polls; return how it ended. */
async function finished(client: Client, job_id: string): Promise<Status> {
  for (;;) {
    const job = got(await getJob({ client, path: { job_id }, query: { wait: WAIT_S } }));
    if (job.status === "done" || job.status === "error") return job.status;
  }
}

/** Fetch an artifact by the operation that its link is of; return its first four bytes as text. */
async function magicOfArtifact(client: Client, link: string): Promise<string> {
  const { pathname, searchParams } = new URL(link);
  const [job_id = "", run = "", name = ""] = pathname.split("/").slice(2);
  const query = { exp: Number(searchParams.get("exp")), sig: searchParams.get("sig") ?? "" };
  const file = got(await getArtifact({ client, path: { job_id, run, name }, query, parseAs: "blob" }));
  return (await file.slice(0, 4).text()) satisfies string;
}

/** Convert, quote, analyze, wait, read, fetch, recompute and evaluate. */
async function journey(client: Client, file: File): Promise<Seen> {
  const seen: Seen = {};
  const { geometry } = got(await convert({ client, body: { file } }));
  const box = geometry.bounding_box;
  seen["box_mm"] = [box.x_mm, box.y_mm, box.z_mm];
  const material = got(await listMaterials({ client })).materials[0];
  if (material === undefined) throw new Error("there is no material");
  const order: QuoteRequest = { file_name: file.name, geometry, material_id: material.id, quantity: 25 };
  const { quote } = got(await createQuote({ client, body: order }));
  seen["quote"] = [quote.unit_price, quote.total_price, quote.quantity, quote.currency];

  const submitted = await analyze({ client, body: { file, quote_id: quote.id } });
  const { job_id } = got(submitted);
  seen["tier"] = submitted.response?.headers.get("X-Billing-Tier");
  seen["waited"] = await finished(client, job_id);
  const attached = got(await getQuote({ client, path: { quote_id: quote.id } })).quote.analyses;
  seen["attached"] = attached.length === 1 && attached[0] === job_id;
  const result = got(await getResult({ client, path: { job_id } }));
  const features: { kind: string; diameter_mm?: number }[] = result.features.features;
  const holes = features.filter(({ kind }) => kind === "HOLE");
  seen["holes_mm"] = holes.map(({ diameter_mm = NaN }) => diameter_mm).sort((a, b) => a - b);
  seen["packs"] = result.modules.modules.map((module) => module.module_key);
  seen["artifact"] = await magicOfArtifact(client, result.artifacts["thickness_glb"] ?? "");

  const again = got(await recompute({ client, path: { job_id }, body: { pull: "1,0,0" } }));
  seen["queued"] = [again.status, again.job_id === job_id];
  await finished(client, job_id);
  seen["pull"] = got(await getResult({ client, path: { job_id } })).features.manufacturability.pull_dir;
  const module = got(await listModules({ client })).modules.find(({ key }) => key === "casting");
  if (module === undefined) throw new Error("there is no module for casting");
  const judged = got(
    await evaluateModule({ client, path: { job_id }, body: { module, configuration_key: "sand" } }),
  );
  const verdict = judged.configurations[0];
  seen["judged"] = [judged.module_key, verdict?.configuration_key, verdict?.result.rules.length];
  seen["webhook"] = await webhook(client);
  return seen;
}

/** Make a webhook, test it, read what is sent to it, switch it off and delete it. */
async function webhook(client: Client): Promise<unknown[]> {
  const made = got(await createWebhook({ client, body: { url: HOOK, events: ["job.completed"] } })).webhook;
  const path = { webhook_id: made.id };
  got(await testWebhook({ client, path }));
  const payload = got(await listWebhookDeliveries({ client, path })).deliveries[0]?.payload;
  if (payload?.type !== "webhook.test") throw new Error(`${payload?.type} was sent`);
  const isOfIt = payload.data.webhook_id === made.id; // the type tells which data there are
  const changed = got(await changeWebhook({ client, path, body: { active: false } })).webhook;
  const deleted = (await deleteWebhook({ client, path })).response?.status;
  const left = got(await listWebhooks({ client })).webhooks;
  return [made.events, payload.type, isOfIt, changed.inactive_reason, deleted, left];
}

/** What is wrong with a request, as its client has it: `[type, status, code]`. */
function told(answer: { error?: Problem | QuotaProblem; response?: Response }): unknown[] {
  const problem = answer.error;
  if (problem === undefined) throw new Error("nothing was refused");
  if (answer.response?.status !== problem.status) throw new Error(`not the status of ${problem.error}`);
  return ["upgrade_url" in problem ? "QuotaProblem" : "Problem", problem.status, problem.code];
}

/** Do what is refused; return each error by what was wrong. */
async function errors(client: Client, usedUp: Client, unknown: Client, file: File): Promise<Seen> {
  const tooLarge = new File(Array<File>(20).fill(file), file.name);
  const { geometry } = got(await convert({ client, body: { file } }));
  const material_id = got(await listMaterials({ client })).materials[0]?.id ?? "";
  const tooMany = { file_name: file.name, geometry, material_id, quantity: LARGEST_QUANTITY + 1 };
  const refused = await quickInfo({ client: usedUp, body: { file } });
  return {
    "unknown key": told(await listMaterials({ client: unknown })),
    "used up": told(refused),
    "unknown job": told(await getResult({ client, path: { job_id: UNKNOWN_JOB } })),
    "too large": told(await convert({ client, body: { file: tooLarge } })),
    "too many": told(await createQuote({ client, body: tooMany })),
    upgrade: refused.error !== undefined && "upgrade_url" in refused.error && refused.error.upgrade_url,
  };
}

const [url = "", part = ""] = process.argv.slice(2);
const file = new File([await readFile(part)], basename(part));
const client = clientOf(url, process.env["SPRUE_API_KEY"] ?? "");
const usedUp = clientOf(url, process.env["SPRUE_USED_UP_KEY"] ?? "");
const unknown = clientOf(url, `svc_live_${"0".repeat(32)}`);
const found = { ...(await journey(client, file)), refused: await errors(client, usedUp, unknown, file) };
console.log(JSON.stringify(found));
