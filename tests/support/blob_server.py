"""A small web server on this machine that gives out what it was given."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@contextmanager
def serving(
    content_of_path: Mapping[str, bytes], redirects: Mapping[str, str] | None = None
) -> Iterator[str]:
    """Serve on a free port, and yield where."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if redirects and self.path in redirects:
                self.send_response(302)
                self.send_header("Location", redirects[self.path])
                self.end_headers()
            elif self.path == "/endless":
                self.send_response(200)
                self.end_headers()
                try:
                    while True:
                        self.wfile.write(b" " * 65536)
                except OSError:
                    pass
            elif self.path in content_of_path:
                self.send_response(200)
                self.send_header("Content-Length", str(len(content_of_path[self.path])))
                self.end_headers()
                self.wfile.write(content_of_path[self.path])
            else:
                self.send_error(404)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()
