"""Who looks at a page, and what a form brings."""

from typing import Annotated, Any

from litestar import Request
from litestar.enums import RequestEncodingType
from litestar.params import Body

from server.auth.sessions import Sessions
from server.auth.user_repository import User

COOKIE = "sprue_session"

Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]


async def user_of(request: Request[Any, Any, Any], sessions: Sessions) -> User:
    """Return who is signed in; raise NotSignedIn."""
    return await sessions.user_of(request.cookies.get(COOKIE))
