"""Which triangle is seen at each pixel, and what color it has there: compiled loops over pixels.

Triangles are scan-converted into a buffer of owners with a nearness test; colors are then found for the
seen pixels alone, from values interpolated between the corners, so that limits are sharp lines on the part.
"""

import numpy as np
from numpy.typing import NDArray

from engine.compiled import compiled
from engine.model.arrays import Bools, Floats, Ints

NO_TRIANGLE = -1
AMBIENT = 0.83
"""Share of the light that comes from everywhere and is kept out of corners."""


@compiled
def cover(
    screen: Floats,
    triangles: Ints,
    chosen: Ints,
    is_closed: bool,
    owner: NDArray[np.int32],
    nearness: NDArray[np.float32],
) -> None:
    """Write triangle and nearness of the nearest surface at each pixel center.

    `screen` is (V, 3) as `Camera.project` gives it, `chosen` the triangles to draw, `owner` and
    `nearness` (H, W) buffers to draw into, filled with NO_TRIANGLE and -inf by the caller. Of a closed
    surface nobody sees the inside: triangles that face away are left out.
    """
    height, width = owner.shape
    for index in range(len(chosen)):
        triangle = chosen[index]
        a, b, c = triangles[triangle, 0], triangles[triangle, 1], triangles[triangle, 2]
        ax, ay, bx, by, cx, cy = (
            screen[a, 0],
            screen[a, 1],
            screen[b, 0],
            screen[b, 1],
            screen[c, 0],
            screen[c, 1],
        )
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        # from outside corners run counter-clockwise; with y pointing down that is a negative area
        if area == 0.0 or (is_closed and area > 0.0) or not np.isfinite(area):
            continue
        x_first = max(0, int(np.ceil(min(ax, bx, cx) - 0.5)))
        x_last = min(width - 1, int(np.floor(max(ax, bx, cx) - 0.5)))
        y_first = max(0, int(np.ceil(min(ay, by, cy) - 0.5)))
        y_last = min(height - 1, int(np.floor(max(ay, by, cy) - 0.5)))
        for y in range(y_first, y_last + 1):
            py = y + 0.5
            for x in range(x_first, x_last + 1):
                px = x + 0.5
                u = ((cx - bx) * (py - by) - (cy - by) * (px - bx)) / area
                v = ((ax - cx) * (py - cy) - (ay - cy) * (px - cx)) / area
                w = 1.0 - u - v
                if u < 0.0 or v < 0.0 or w < 0.0:
                    continue
                near = np.float32(u * screen[a, 2] + v * screen[b, 2] + w * screen[c, 2])
                if near > nearness[y, x]:
                    nearness[y, x] = near
                    owner[y, x] = triangle


@compiled
def shade(
    screen: Floats,
    is_parallel: bool,
    triangles: Ints,
    normals: Floats,
    openness: Floats,
    values: Floats,
    colors: Floats,
    is_special: Bools,
    scale_of_vertex: Ints,
    stop_values: Floats,
    stop_colors: Floats,
    axes: Floats,
    owner: NDArray[np.int32],
    picture: NDArray[np.float32],
) -> None:
    """Color every owned sample and average the samples of each pixel into `picture`.

    `owner` is (S H, S W), `picture` (H, W, 4) zeros: sRGB not multiplied by coverage, and coverage.

    `stop_values` is (C, S) and `stop_colors` (C, S, 3), the stops of each scale. Where all corners have a
    value and there is a scale, the color is that of the interpolated value on the scale of the first corner,
    as all corners of a triangle are of one face; else special corners (no value, or marked) win where they
    weigh more than half. `axes` holds right, up and toward; the light stands still with respect to the
    camera.
    """
    samples = owner.shape[0] // picture.shape[0]
    share_of_sample = 1.0 / (samples * samples)
    height, width = owner.shape
    key = np.array([-0.38, 0.60, 0.70])
    fill = np.array([0.75, 0.05, 0.66])
    color = np.empty(3)
    for y in range(height):
        for x in range(width):
            triangle = owner[y, x]
            if triangle < 0:
                continue
            a, b, c = triangles[triangle, 0], triangles[triangle, 1], triangles[triangle, 2]
            px, py = x + 0.5, y + 0.5
            u = (screen[c, 0] - screen[b, 0]) * (py - screen[b, 1]) - (screen[c, 1] - screen[b, 1]) * (
                px - screen[b, 0]
            )
            v = (screen[a, 0] - screen[c, 0]) * (py - screen[c, 1]) - (screen[a, 1] - screen[c, 1]) * (
                px - screen[c, 0]
            )
            w = (screen[b, 0] - screen[a, 0]) * (py - screen[a, 1]) - (screen[b, 1] - screen[a, 1]) * (
                px - screen[a, 0]
            )
            if not is_parallel:
                u, v, w = u * screen[a, 2], v * screen[b, 2], w * screen[c, 2]
            total = u + v + w
            u, v, w = u / total, v / total, w / total
            special = u * is_special[a] + v * is_special[b] + w * is_special[c]
            if special > 0.5 or len(stop_values) == 0:
                all_alike = len(stop_values) == 0
                share = 1.0 if all_alike else special
                for k in range(3):
                    color[k] = (
                        u * colors[a, k] * (all_alike or is_special[a])
                        + v * colors[b, k] * (all_alike or is_special[b])
                        + w * colors[c, k] * (all_alike or is_special[c])
                    ) / share
            else:
                value = 0.0
                if not is_special[a]:
                    value += u * values[a]
                if not is_special[b]:
                    value += v * values[b]
                if not is_special[c]:
                    value += w * values[c]
                value /= 1.0 - special
                scale = scale_of_vertex[a]
                _mix(stop_values[scale], stop_colors[scale], value, color)
            nx, ny, nz = 0.0, 0.0, 0.0
            for k in range(3):
                normal = u * normals[a, k] + v * normals[b, k] + w * normals[c, k]
                nx += normal * axes[0, k]
                ny += normal * axes[1, k]
                nz += normal * axes[2, k]
            length = np.sqrt(nx * nx + ny * ny + nz * nz)
            if length > 0.0:
                nx, ny, nz = nx / length, ny / length, nz / length
            if nz < 0.0:
                nx, ny, nz = -nx, -ny, -nz
            openly = u * openness[a] + v * openness[b] + w * openness[c]
            direct = max(0.0, nx * key[0] + ny * key[1] + nz * key[2])
            other = max(0.0, nx * fill[0] + ny * fill[1] + nz * fill[2])
            light = AMBIENT * openly * (0.95 + 0.05 * ny) + (0.20 * direct + 0.10 * other) * (
                0.6 + 0.4 * openly
            )
            for k in range(3):
                picture[y // samples, x // samples, k] += share_of_sample * min(1.0, color[k] * light)
            picture[y // samples, x // samples, 3] += share_of_sample
    for y in range(picture.shape[0]):
        for x in range(picture.shape[1]):
            if picture[y, x, 3] > 0.0:
                for k in range(3):
                    picture[y, x, k] /= picture[y, x, 3]


@compiled
def _mix(stop_values: Floats, stop_colors: Floats, value: float, color: Floats) -> None:
    """Write the color of `value` on the scale into `color`."""
    last = len(stop_values) - 1
    after = 1
    while after < last and stop_values[after] <= value:
        after += 1
    width = stop_values[after] - stop_values[after - 1]
    share = 1.0 if width <= 0.0 else min(1.0, max(0.0, (value - stop_values[after - 1]) / width))
    for k in range(3):
        color[k] = stop_colors[after - 1, k] + share * (stop_colors[after, k] - stop_colors[after - 1, k])


@compiled
def stroke(
    ends: Floats,
    radius: Floats,
    nearness: NDArray[np.float32],
    nearness_of_end: Floats,
    distance_mm: float,
    slack_mm: float,
    scale: int,
    ink: NDArray[np.float32],
) -> None:
    """Draw segments into the coverage buffer `ink` (H, W) where no surface hides them.

    Parameters
    ----------
    ends : (S, 4) float64
        x, y of both ends, in pixels of `ink`.
    radius : (S,) float64
        Half the width of each line in pixels; its darkness is min(1, 2 * radius).
    nearness : (scale * H, scale * W) float32
        Of the surface at each sample; -inf where there is none.
    nearness_of_end : (S, 2) float64
        Of both ends.
    distance_mm : float
        The camera's, inf for a parallel one: it says what nearness means.
    slack_mm : float
        A line this far behind the surface still counts as on it.
    """
    height, width = ink.shape
    rows, columns = nearness.shape
    for index in range(len(ends)):
        x0, y0, x1, y1 = ends[index, 0], ends[index, 1], ends[index, 2], ends[index, 3]
        length = np.hypot(x1 - x0, y1 - y0)
        if not np.isfinite(length) or length > 4.0 * (width + height):
            continue
        steps = int(np.ceil(length * 3.0)) + 1
        reach = radius[index] + 0.5
        for step in range(steps + 1):
            share = step / steps
            x, y = x0 + share * (x1 - x0), y0 + share * (y1 - y0)
            if x < -reach or y < -reach or x > width + reach or y > height + reach:
                continue
            near = nearness_of_end[index, 0] + share * (nearness_of_end[index, 1] - nearness_of_end[index, 0])
            row, column = int(np.floor(y * scale)), int(np.floor(x * scale))
            least = np.inf
            for r in range(max(0, row - 1), min(rows, row + 2)):
                for q in range(max(0, column - 1), min(columns, column + 2)):
                    least = min(least, nearness[r, q])
            if least < np.inf and least > -np.inf:
                if np.isinf(distance_mm):
                    behind = least - near
                else:
                    behind = distance_mm / near - distance_mm / least
                if behind > slack_mm:
                    continue
            for py in range(max(0, int(np.floor(y - reach))), min(height, int(np.ceil(y + reach)) + 1)):
                for px in range(max(0, int(np.floor(x - reach))), min(width, int(np.ceil(x + reach)) + 1)):
                    away = np.hypot(px + 0.5 - x, py + 0.5 - y)
                    covered = min(1.0, reach - away) * min(1.0, 2.0 * radius[index])
                    if covered > ink[py, px]:
                        ink[py, px] = covered


@compiled
def lay(canvas: NDArray[np.float32], layer: NDArray[np.float32]) -> None:
    """Lay `layer` over `canvas`, both (H, W, 4) sRGB not multiplied by coverage, and coverage."""
    height, width = canvas.shape[:2]
    for y in range(height):
        for x in range(width):
            over = layer[y, x, 3]
            if over > 0.0:
                _blend(canvas, y, x, layer[y, x, 0], layer[y, x, 1], layer[y, x, 2], over)


@compiled
def paint(canvas: NDArray[np.float32], color: Floats, coverage: NDArray[np.float32], strength: float) -> None:
    """Paint one color over `canvas` (H, W, 4) with `strength` times `coverage` (H, W)."""
    height, width = coverage.shape
    for y in range(height):
        for x in range(width):
            over = strength * coverage[y, x]
            if over > 0.0:
                _blend(canvas, y, x, color[0], color[1], color[2], over)


@compiled
def _blend(
    canvas: NDArray[np.float32], y: int, x: int, red: float, green: float, blue: float, over: float
) -> None:
    under = canvas[y, x, 3] * (1.0 - over)
    total = over + under
    canvas[y, x, 0] = (red * over + canvas[y, x, 0] * under) / total
    canvas[y, x, 1] = (green * over + canvas[y, x, 1] * under) / total
    canvas[y, x, 2] = (blue * over + canvas[y, x, 2] * under) / total
    canvas[y, x, 3] = total
