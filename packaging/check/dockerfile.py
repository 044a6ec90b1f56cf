"""The steps of a Dockerfile, for a chroot: where no image can be had, its root can be made all the same."""


def steps(text: str) -> list[str]:
    """Return what each RUN does and each COPY takes from the context, as scripts for a shell in the context.

    All stages share one root here, so what is copied from stage to stage is there already.
    """
    found = []
    for line in text.replace("\\\n", " ").splitlines():
        word, _, rest = line.strip().partition(" ")
        if word == "RUN":
            found.append(rest.strip())
        elif word == "COPY" and not rest.startswith("--from"):
            *sources, target = rest.split()
            found.append(f"mkdir -p {target} && cp {' '.join(sources)} {target}")
    return found


def environment(text: str) -> dict[str, str]:
    """Return the variables that its ENV lines set."""
    found: dict[str, str] = {}
    for line in text.replace("\\\n", " ").splitlines():
        word, _, rest = line.strip().partition(" ")
        if word == "ENV":
            found |= dict(assignment.split("=", 1) for assignment in rest.split())
    return found
