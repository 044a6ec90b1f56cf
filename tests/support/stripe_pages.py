"""The pages of the fake of Stripe that people see: a checkout and a portal, as bare as can be."""

import json
from html import escape
from http.server import BaseHTTPRequestHandler

from tests.support.stripe_account import StripeAccount

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>
<style>body {{ font: 16px system-ui; max-width: 30rem; margin: 3rem auto }} button {{ font: inherit }}</style>
<h1>{title}</h1>{body}</html>"""


def serve(handler: BaseHTTPRequestHandler, fake: StripeAccount, method: str, path: str, body: str) -> None:
    """Answer what a browser asks for."""
    match method, path.strip("/").split("/"):
        case "GET", ["pay", session_id]:
            keys = [fake.prices[item["price"]]["lookup_key"] for item in fake.items[session_id]]
            listed = "".join(f"<li>{escape(key)}</li>" for key in keys)
            _page(
                handler,
                "Checkout",
                f"<ul>{listed}</ul><form method=post><button id=pay>Subscribe</button></form>",
            )
        case "POST", ["pay", session_id]:
            success_url = fake.sessions[session_id]["success_url"]
            fake.complete(session_id)
            _redirect(handler, success_url)
        case "GET", ["portal", portal_id]:
            _page(handler, "Billing", "<form method=post><button id=cancel>Cancel plan</button></form>")
        case "POST", ["portal", portal_id]:
            portal = fake.portals[portal_id]
            for each in list(fake.subscriptions_.values()):
                if each["customer"] == portal["customer"] and each["status"] == "active":
                    fake.change(each["id"], cancel_at_period_end=True)
            _redirect(handler, portal["return_url"])
        case _:
            _send(handler, 404, json.dumps({"path": path}).encode(), {"Content-Type": "application/json"})


def _page(handler: BaseHTTPRequestHandler, title: str, body: str) -> None:
    content = PAGE.format(title=title, body=body).encode()
    _send(handler, 200, content, {"Content-Type": "text/html; charset=utf-8"})


def _redirect(handler: BaseHTTPRequestHandler, url: str) -> None:
    _send(handler, 303, b"", {"Location": url})


def _send(handler: BaseHTTPRequestHandler, status: int, content: bytes, headers: dict[str, str]) -> None:
    handler.send_response(status)
    for name, value in (headers | {"Content-Length": str(len(content))}).items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(content)
