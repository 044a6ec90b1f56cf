"""Fields are listed with what they hold, their limits and where they are."""

from server.reference import fields

HOLE = {
    "title": "Hole",
    "type": "object",
    "required": ["diameter_mm"],
    "properties": {
        "diameter_mm": {"type": "number", "exclusiveMinimum": 0, "description": "across"},
        "ends": {"type": "array", "maxItems": 2, "items": {"type": "string", "enum": ["open", "flat"]}},
    },
}
PART = {
    "title": "Part",
    "type": "object",
    "properties": {
        "holes": {"type": "array", "items": {"$ref": "#/components/schemas/Hole"}},
        "largest": {"oneOf": [{"$ref": "#/components/schemas/Hole"}, {"type": "null"}]},
        "by_name": {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/Hole"}},
        "count": {"type": "integer", "minimum": 1, "maximum": 100_000},
        "file": {"type": "string", "format": "binary", "maxLength": 26_214_400},
        "kind": {"const": "part"},
    },
}
DOCUMENT = {"components": {"schemas": {"Hole": HOLE, "Part": PART}}}


def test_members_of_an_object_in_a_list_follow_it_and_an_object_is_listed_once() -> None:
    found = fields.members(DOCUMENT, PART, "200")
    assert [(each.anchor, each.depth) for each in found] == [
        ("200.holes", 0),
        ("200.holes.diameter_mm", 1),
        ("200.holes.ends", 1),
        ("200.largest", 0),
        ("200.by_name", 0),
        ("200.count", 0),
        ("200.file", 0),
        ("200.kind", 0),
    ]
    same_as = {each.name: each.same_as for each in found}
    assert same_as["largest"] == same_as["by_name"] == "200.holes"
    assert same_as["holes"] == same_as["count"] == ""


def test_kinds_and_limits_are_told_in_words() -> None:
    said = {each.name: (each.kind, each.limits) for each in fields.members(DOCUMENT, PART, "body")}
    assert said == {
        "holes": ("array of object", ""),
        "diameter_mm": ("number", "more than 0"),
        "ends": ("array of one of open, flat", "at most 2 entries"),
        "largest": ("object or null", ""),
        "by_name": ("object of object by name", ""),
        "count": ("integer", "from 1 to 100,000"),
        "file": ("file", "at most 26,214,400 bytes"),
        "kind": ("always part", ""),
    }


def test_what_must_be_there_is_told_apart_from_what_may_be_left_out() -> None:
    found = {each.name: each.is_required for each in fields.members(DOCUMENT, HOLE, "body")}
    assert found == {"diameter_mm": True, "ends": False}


def test_a_shape_that_holds_itself_is_listed_once() -> None:
    tree = {
        "title": "Tree",
        "type": "object",
        "properties": {"branches": {"type": "array", "items": {"$ref": "#/components/schemas/Tree"}}},
    }
    found = fields.members({"components": {"schemas": {"Tree": tree}}}, tree, "200")
    assert [each.same_as for each in found] == ["", "200.branches"]


def test_a_parameter_is_named_by_where_it_is() -> None:
    wait = {"name": "wait", "in": "query", "schema": {"type": "integer", "minimum": 0, "maximum": 30}}
    found = fields.parameter(DOCUMENT, wait)
    assert (found.anchor, found.limits, found.is_required) == ("query.wait", "from 0 to 30", False)
