"""STEP judged as text: what is refused, what is mended, what passes untouched."""

import pytest

from engine.errors import NoSolid, UnreadableFile
from engine.step_text.screen import is_step, screen

HEAD = b"ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('AUTOMOTIVE_DESIGN'));\nENDSEC;\n"
TAIL = b"ENDSEC;\nEND-ISO-10303-21;\n"


def step(*entities: bytes, head: bytes = HEAD, data: bytes = b"DATA;\n", tail: bytes = TAIL) -> bytes:
    return head + data + b"\n".join(entities or (b"#1=CARTESIAN_POINT('',(0.,1.,2.));",)) + b"\n" + tail


def refusal(data: bytes, error: type[Exception] = UnreadableFile) -> str:
    with pytest.raises(error) as raised:
        screen(data)
    return str(raised.value)


def test_a_sound_text_passes_as_it_is() -> None:
    text = step(b"#1=MANIFOLD_SOLID_BREP('a;b(c',#2);", b"/* isn't (((( it */ #2=X((1.E-300,1.E+99));")
    screened = screen(text)
    assert screened.data is text
    assert screened.schema == "AUTOMOTIVE_DESIGN"
    assert screened.has_solids
    assert not screened.refers_to_files


@pytest.mark.parametrize(
    "first", [b"", b"  \r\n\t", b"/* exported by hand */\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf \n"]
)
def test_space_comments_and_byte_order_marks_may_come_first(first: bytes) -> None:
    assert is_step(first + HEAD)
    assert screen(first + step()).data.lstrip().startswith((b"ISO", b"/*"))


@pytest.mark.parametrize(
    "data", [b"", b"   ", b"\x89PNG\r\n", b"x" + HEAD, b"iso-10303-21;", b"solid cube\n"]
)
def test_what_does_not_begin_as_step_is_none(data: bytes) -> None:
    assert not is_step(data)
    assert "not a STEP file" in refusal(data)


def test_a_text_cut_short_says_so() -> None:
    whole = step()
    for end in (len(HEAD), len(whole) // 2, len(whole) - 20):
        assert "cut short" in refusal(whole[:end])
    assert screen(whole + b"\n\n")


def test_missing_and_empty_data_are_distinguished() -> None:
    assert "no DATA section" in refusal(HEAD + b"END-ISO-10303-21;")
    assert "empty" in refusal(HEAD + b"DATA;\n" + TAIL, NoSolid)
    assert "empty" in refusal(HEAD + b"DATA;\n" + TAIL + b"#1=X();", NoSolid)


@pytest.mark.parametrize("section", [b"DATA ;\n", b"DATA\n;\n"])
def test_space_within_the_data_keyword_is_closed_up(section: bytes) -> None:
    assert b"DATA;" in screen(step(data=section)).data


def test_an_edition_3_section_with_parameters_is_a_data_section() -> None:
    assert screen(step(data=b"DATA('one',('AUTOMOTIVE_DESIGN'));\n"))


@pytest.mark.parametrize("depth", [50, 101, 200_000])
def test_parentheses_may_nest_but_not_absurdly(depth: int) -> None:
    text = step(b"#1=X(" + b"(" * depth + b")" * depth + b");")
    if depth <= 50:
        assert screen(text)
    else:
        assert "deep" in refusal(text)
    # neither many statements, nor strings, nor comments add to the depth
    assert screen(
        step(
            *[b"#%d=X((1));" % number for number in range(10, 310)],
            b"#2=X('" + b"(" * depth + b"');",
            b"/*" + b"(" * depth + b"*/#3=X();",
        )
    )


@pytest.mark.parametrize("number", [b"NAN", b"-INF", b"+inf", b"nan", b"INFINITY"])
def test_coordinates_that_are_no_numbers_are_refused(number: bytes) -> None:
    assert "not numbers" in refusal(step(b"#1=CARTESIAN_POINT('',(0., " + number + b" ,1.));"))
    assert screen(step(b"#1=CARTESIAN_POINT('" + number + b"',(0.,1.,1.));", b"#2=INFO(.NAN.);"))


@pytest.mark.parametrize(("number", "is_fine"), [
    (b"1.E99", True), (b"1.E+099", True), (b"1.E-300", True), (b"1.E100", False), (b"-1.5e+300", False),
])  # fmt: skip
def test_numbers_too_large_for_a_part_are_refused(number: bytes, is_fine: bool) -> None:
    text = step(b"#1=CARTESIAN_POINT('REV1.E300',(0.," + number + b",1.));")
    if is_fine:
        assert screen(text)
    else:
        assert "too large" in refusal(text)


@pytest.mark.parametrize("byte", [b"\x00", b"@", b"~", b"\xfe", b"{", b"?"])
def test_characters_that_step_does_not_know_are_damage_outside_strings_alone(byte: bytes) -> None:
    assert "damaged" in refusal(step(b"#1=CARTESIAN_PO" + byte + b"NT('',(0.,1.,2.));"))
    assert screen(step(b"#1=CARTESIAN_POINT('" + byte + b"',(0.,1.,2.)); /* " + byte + b" */"))


def test_long_strings_are_cut_and_nothing_else() -> None:
    long = b"#1=PRODUCT('" + b"a" * 100_000 + b"','it''s',(#2));"
    listed = b"#2=LIST((" + b",".join(b"#%d" % i for i in range(3000)) + b"));"
    data = screen(step(long, listed, b"#3=X('" + b"\\X2\\0414" * 5000 + b"');")).data
    assert b"'" + b"a" * 200 + b"','it''s',(#2)" in data
    assert listed in data
    assert b"#3=X('')" in data
    assert len(data) < 30_000


def test_raw_latin_names_become_utf8_and_utf8_stays() -> None:
    assert "Ø20" in screen(step("#1=X('Ø20');".encode("latin-1"))).data.decode("utf-8")
    text = step("#1=X('Ø20 零件');".encode())
    assert screen(text).data is text


def test_what_a_text_holds_besides_solids_is_named() -> None:
    assert screen(step(b"#1=TRIANGULATED_FACE('');")).contents == "triangles only, no exact faces"
    assert screen(step(head=HEAD.replace(b"AUTOMOTIVE_DESIGN", b"IFC4"))).contents == "a building model (IFC)"
    assert screen(step()).contents == ""
    for keyword in (b"DOCUMENT_FILE", b"document_file"):
        assert screen(step(b"#1=" + keyword + b"('');")).refers_to_files


@pytest.mark.parametrize(
    ("entities", "words"),
    [
        (b"#1=X((1.,2.);\n#2=Y();", "do not close"),
        (b"#1=X(1.,2.));\n#2=Y();", "do not close"),
        (b"#1=X(1.,2.)\n#2=Y();", "does not end"),
    ],
)
def test_entities_that_run_into_each_other_are_damage(entities: bytes, words: str) -> None:
    assert words in refusal(step(entities))
    assert screen(step(b"#1=X('((');\n#2=Y('a=b;#3=c', 'it''s)');\n/* #4=( */#5=(A(1.)B('')C());"))


@pytest.mark.parametrize(
    "other",
    [
        b"#12=Y();",
        b"#0012=Y();",
        b"# 12 =Y();",
        b"#12\n  =Y();",
        b"/* - */#12=Y();",
        b"#12%10000000s=Y();" % b"",
    ],
    ids=["alike", "zeros before", "spaces", "on two lines", "behind a comment", "ten million spaces"],
)
def test_an_id_that_two_entities_have_is_damage(other: bytes) -> None:
    assert "two entities are #12," in refusal(step(b"#12=X(#3);", b"#3=Z();", other))


def test_ids_that_begin_or_end_alike_and_those_in_strings_and_references_are_no_doubles() -> None:
    assert screen(step(b"#12=X(#3,#3,'#12=');", b"#3=Z();/* #12=X(); */", b"#112=Y(#12);", b"#120=Y(#12);"))
    assert screen(step(b"#90000000012=X(#1);", b"#12=Y();", b"#80000000012=Y();"))


def test_an_apostrophe_that_was_not_doubled_does_no_harm() -> None:
    assert screen(step(b"#1=PRODUCT('Kunde's (part','@ home',$);", b"#2=X('a@b');"))


@pytest.mark.parametrize("string", [b"''", b"'it''s @'", b"'@'  \r\n", b"'l'@, b'", b"'@''' "])
def test_strings_are_passed_over_however_they_are_spelled(string: bytes) -> None:
    assert screen(step(b"#1=X(" + string + b",1.);", b"#2=Y('b',2.);"))
    assert "damaged" in refusal(step(b"#1=X(" + string + b",1.);", b"#2=@Y('b',2.);"))
