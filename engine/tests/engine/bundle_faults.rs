//! What is wrong with bundles, where it is told, and what is said to do about it.

use miette::{Diagnostic as _, LabeledSpan};

use crate::laboratory::{scenario, try_load};

/// `[text that it points at] message (help)` of each.
fn told_of(objects: &[&str], connections: &str, engine: &str) -> Vec<String> {
    let text = scenario(objects, connections, "", &format!(r#"TOutput="0, 1" {engine}"#));
    let wrong = try_load(&text).expect_err("something is wrong");
    let one = |d: &bowline_engine::Diagnostic| {
        let span = d.span().unwrap();
        let place = &text[span.start()..span.start() + span.len()];
        format!("[{place}] {} ({})", d.message(), d.help_text().unwrap_or(""))
    };
    wrong.sorted().into_iter().map(one).collect()
}

fn told(objects: &[&str], connections: &str) -> Vec<String> {
    told_of(objects, connections, "")
}

/// Connections, and what is told of each.
fn check(objects: &[&str], cases: &[(&str, &[&str])]) {
    for (connections, expected) in cases {
        assert_eq!(told(objects, connections), *expected, "{connections}");
    }
}

const SHAFTS: [&str; 3] = ["Flywheel F", "Flywheel G", r#"Brake B Ports="2""#];

#[test]
fn a_bundle_has_one_partner_of_its_kind_and_the_other_side() {
    check(
        &SHAFTS,
        &[
            (
                r#"F.Shaft="B.S1" B.S2="F.Shaft""#,
                &[
                    "[B.S2] the bundle `F.Shaft` is connected to two others: `B.S1` and `B.S2` (a bundle has one partner: what joins several of them has a bundle for each)",
                ],
            ),
            (
                r#"F.Shaft="B.S1" B.S1="F.Shaft" G.Shaft="B.S2""#,
                &["[B.S1] `B.S1` and `F.Shaft` are connected twice (one connection goes both ways: remove the other)"],
            ),
            (
                r#"F.Shaft="G.Shaft" B.S1="B.S2""#,
                &[
                    "[F.Shaft] the bundles `F.Shaft` and `G.Shaft` are both of side Drive of Shaft (side Drive connects to side Load: put a SimObject of side Load between them)",
                    "[B.S1] the bundles `B.S1` and `B.S2` are both of side Load of Shaft (side Load connects to side Drive: put a SimObject of side Drive between them)",
                ],
            ),
            (
                r#"F.Shaft="F.Shaft" B.S1="G.Shaft" B.S2.w="0" B.S2.axis="0,0,0""#,
                &["[F.Shaft] the bundle `F.Shaft` is connected to itself (connect it to a Shaft of side Load)"],
            ),
        ],
    );
}

#[test]
fn a_bundle_is_connected_whole_or_member_by_member_or_an_open_end() {
    check(
        &SHAFTS,
        &[
            (
                r#"F.Shaft="B.S1""#,
                &[
                    r#"[B] the bundle `B.S2` (Shaft, side Load) is not connected (connect it to a Shaft of side Drive: `<Connection B.S2="G.Shaft"/>`)"#,
                ],
            ),
            (
                r#"B.S1.w="1""#,
                &[
                    "[B] of the bundle `B.S1` (Shaft, side Load), `w` is connected, but not `axis` (connect them all, or the bundle as a whole)",
                    r#"[B] the bundle `B.S2` (Shaft, side Load) is not connected (connect it to a Shaft of side Drive: `<Connection B.S2="F.Shaft"/>`; not connected yet are `F.Shaft`, `G.Shaft`)"#,
                ],
            ),
            (
                r#"F.Shaft="B.S1" B.S1.w="0" G.Shaft="B.S2""#,
                &[
                    "[B.S1.w] `B.S1.w` is connected, and so is its bundle `B.S1` (`F.Shaft` gives it: remove one of the two connections)",
                ],
            ),
            (
                r#"B.S1.w="0" F.Shaft="B.S1" G.Shaft="B.S2""#,
                &[
                    "[B.S1.w] `B.S1.w` is connected, and so is its bundle `B.S1` (`F.Shaft` gives it: remove one of the two connections)",
                ],
            ),
        ],
    );
}

/// What is not connected before it does not matter.
#[test]
fn each_of_several_is_told() {
    let objects = [r#"Brake B Ports="3""#, "Brake C", "Through T"];
    let told = told(&objects, r#"C.S1.w="1""#);
    assert_eq!(told.len(), 5, "{told:#?}");
    for (told, name) in told.iter().zip(["B.S1", "B.S2", "B.S3"]) {
        assert!(told.starts_with(&format!("[B] the bundle `{name}` (Shaft, side Load) is not connected")), "{told}");
    }
    assert!(told[3].starts_with("[C] of the bundle `C.S1` (Shaft, side Load), `w` is connected, but not `axis`"));
    assert!(told[4].starts_with("[T] the in-port `T.In` is not connected"));
}

#[test]
fn what_is_no_bundle_is_no_partner() {
    check(
        &SHAFTS,
        &[
            (
                r#"F.Shaft="2*B.S1" G.Shaft="B.S2, B.S1""#,
                &[
                    r#"[2*B.S1] `F.Shaft` is a bundle (Shaft, side Drive): its source is one bundle, not an expression (write `<Connection F.Shaft="Object.Bundle"/>`)"#,
                    r#"[B.S2, B.S1] `G.Shaft` is a bundle (Shaft, side Drive): its source is one bundle, not an expression (write `<Connection G.Shaft="Object.Bundle"/>`)"#,
                ],
            ),
            (
                r#"F.Shaft="B.S1[0]" G.Shaft="B.S2 + B.S1""#,
                &[
                    r#"[B.S1[0]] `F.Shaft` is a bundle (Shaft, side Drive): its source is one bundle, not an expression (write `<Connection F.Shaft="Object.Bundle"/>`)"#,
                    r#"[B.S2 + B.S1] `G.Shaft` is a bundle (Shaft, side Drive): its source is one bundle, not an expression (write `<Connection G.Shaft="Object.Bundle"/>`)"#,
                ],
            ),
            (
                r#"F.Shaft="B.S1" G.Shaft="-B.S2""#,
                &[
                    r#"[-B.S2] `G.Shaft` is a bundle (Shaft, side Drive): its source is one bundle, not an expression (write `<Connection G.Shaft="Object.Bundle"/>`)"#,
                ],
            ),
            (
                r#"F.Shaft="B.S1" B.S2="1""#,
                &[
                    r#"[1] `B.S2` is a bundle (Shaft, side Load): its source is one bundle, not an expression (write `<Connection B.S2="Object.Bundle"/>`)"#,
                ],
            ),
            (
                r#"F.Shaft="B.S1" B.S2="""#,
                &[r#"[] expected a port, a number or `(`, found the end (write `<Connection B.S2="Object.Bundle"/>`)"#],
            ),
            (
                r#"F.Shaft="B.S1.w" B.S1="G.Shaft""#,
                &[
                    r#"[B] the bundle `B.S2` (Shaft, side Load) is not connected (connect it to a Shaft of side Drive: `<Connection B.S2="F.Shaft"/>`)"#,
                    "[S1.w] `B.S1.w` is an in-port, where a bundle is needed (it is a member of the bundle `B.S1`)",
                ],
            ),
            (
                r#"F.Shaft.T="2*B.S1" B.S1="G.Shaft""#,
                &[
                    r#"[B] the bundle `B.S2` (Shaft, side Load) is not connected (connect it to a Shaft of side Drive: `<Connection B.S2="F.Shaft"/>`)"#,
                    "[S1] `B.S1` is a bundle (Shaft, side Load), where an out-port is needed (its out-ports: `B.S1.T`)",
                ],
            ),
        ],
    );
    let objects = ["Flywheel F", r#"Plug P Side="Load""#];
    check(
        &objects,
        &[
            (
                r#"F.Shaft="P.Out""#,
                &[
                    r#"[P] the bundle `P.P` (Shaft, side Load) is not connected (connect it to a Shaft of side Drive: `<Connection P.P="F.Shaft"/>`)"#,
                    "[Out] `P.Out` is an out-port, where a bundle is needed (of that kind and the other side there is `P.P`)",
                ],
            ),
            (
                r#"P.P="F.Velocity""#,
                &["[Velocity] `F.Velocity` is no bundle (of that kind and the other side there is `F.Shaft`)"],
            ),
            (
                r#"P.In="F.Shaft" P.P="F.Shaft""#,
                &[
                    "[Shaft] `F.Shaft` is a bundle (Shaft, side Drive), where an out-port is needed (its out-ports: `F.Shaft.w`, `F.Shaft.axis`)",
                ],
            ),
            (
                r#"P.In="1 + F.Shaft" F.Shaft="P.P""#,
                &[
                    "[Shaft] `F.Shaft` is a bundle (Shaft, side Drive), where an out-port is needed (its out-ports: `F.Shaft.w`, `F.Shaft.axis`)",
                ],
            ),
        ],
    );
}

#[test]
fn names_that_are_not_there_find_the_nearest() {
    check(
        &SHAFTS,
        &[
            (
                r#"F.Shaft="B.S3" G.Shaft="H.S2""#,
                &[
                    "[S3] `B` (Brake) has no bundle `S3` (of that kind and the other side there is `B.S1` and `B.S2`)",
                    "[H] there is no object `H` (objects: `B`, `F`, `G`)",
                ],
            ),
            (
                r#"F.Shaf="B.S1" G.Shaft="B.S2""#,
                &["[Shaf] `F` (Flywheel) has no in-port or bundle `Shaf` (did you mean `Shaft`?)"],
            ),
            (
                r#"F.Shaft.t="0" B.S1="G.Shaft" B.S2.w="G.Shaft.omega" B.S2.axis="G.Shaft.axis""#,
                &[
                    "[Shaft.t] the bundle `F.Shaft` (Shaft) has no member `t` (did you mean `T`?)",
                    "[Shaft.omega] the bundle `G.Shaft` (Shaft) has no member `omega` (members that `G.Shaft` gives: `axis`, `w`)",
                ],
            ),
            (
                r#"F.Shaft.w="0" B.S1="G.Shaft" B.S2.w="F.Shaft.T" B.S2.axis="0,0,0""#,
                &[
                    "[Shaft.w] `F.Shaft.w` is an out-port, where an in-port is needed (did you mean `Shaft.T` or `Shaft`?; in-ports stand on the left of `=`, out-ports on the right)",
                    "[Shaft.T] `F.Shaft.T` is an in-port, where an out-port is needed (did you mean `Shaft.w`?)",
                ],
            ),
            (
                r#"B.S1="F.Shaft" B.S2.w="G.w.axis" B.S2.axis="G.Rod.axis""#,
                &[
                    "[w.axis] `G` (Flywheel) has no bundle `w` (bundles of `G`: `Shaft`)",
                    "[Rod.axis] `G` (Flywheel) has no bundle `Rod` (bundles of `G`: `Shaft`)",
                ],
            ),
            (
                r#"B.S1="F.Shaft" B.S2.w="F.Shaft-G.Shaft" B.S2.axis="F.Shaft.axis-G.Shaft.axis""#,
                &[
                    "[Shaft-G.Shaft] `F` (Flywheel) has no bundle `Shaft-G` (did you mean `Shaft`? a `-` between letters belongs to a name: write spaces around a minus, as in `A.Out - B.Out`)",
                    "[Shaft.axis-G.Shaft.axis] the bundle `F.Shaft` (Shaft) has no member `axis-G.Shaft.axis` (members that `F.Shaft` gives: `axis`, `w`; a `-` between letters belongs to a name: write spaces around a minus, as in `A.Out - B.Out`)",
                ],
            ),
        ],
    );
}

#[test]
fn both_places_of_two_partners_are_told() {
    let text = scenario(&SHAFTS, r#"F.Shaft="B.S1" B.S2="F.Shaft""#, "", r#"TOutput="0, 1""#);
    let wrong = try_load(&text).unwrap_err();
    let list = wrong.sorted();
    let located = list[0].within(wrong.texts());
    let labels = located.labels().unwrap();
    let told = |label: LabeledSpan| {
        let place = &text[label.offset()..label.offset() + label.len()];
        format!("[{place}] {}", label.label().unwrap_or(""))
    };
    assert_eq!(labels.map(told).collect::<Vec<_>>(), ["[B.S2] again here", "[F.Shaft] first connected here"]);
}

/// Two libraries that call different things a Shaft.
#[test]
fn kinds_must_be_the_same() {
    for (kind, side, expected) in [
        (
            "unit",
            "Load",
            "[F.Shaft] the bundles `F.Shaft` and `P.P` are both called Shaft, but its member `T` is in N m here, in kN m there (the libraries of `F` (Flywheel of laboratory) and `P` (Plug of laboratory) declare it differently)",
        ),
        (
            "width",
            "Load",
            "[F.Shaft] the bundles `F.Shaft` and `P.P` are both called Shaft, but its member `T` is 1 wide here, 3 there (the libraries of `F` (Flywheel of laboratory) and `P` (Plug of laboratory) declare it differently)",
        ),
        (
            "less",
            "Load",
            "[F.Shaft] the bundles `F.Shaft` and `P.P` are both called Shaft, but its member `T` is missing there (the libraries of `F` (Flywheel of laboratory) and `P` (Plug of laboratory) declare it differently)",
        ),
        (
            "more",
            "Load",
            "[F.Shaft] the bundles `F.Shaft` and `P.P` are both called Shaft, but its member `J` is missing here (the libraries of `F` (Flywheel of laboratory) and `P` (Plug of laboratory) declare it differently)",
        ),
        (
            "giver",
            "Load",
            "[F.Shaft] the bundles `F.Shaft` and `P.P` are both called Shaft, but its member `axis` is given by side Drive here, by side Load there (the libraries of `F` (Flywheel of laboratory) and `P` (Plug of laboratory) declare it differently)",
        ),
        (
            "sides",
            "Brake",
            "[F.Shaft] the bundles `F.Shaft` and `P.P` are both called Shaft, but its sides are `Drive` and `Load` here, `Brake` and `Drive` there (the libraries of `F` (Flywheel of laboratory) and `P` (Plug of laboratory) declare it differently)",
        ),
        (
            "hydraulic",
            "C",
            "[F.Shaft] `F.Shaft` and `P.P` are bundles of two kinds: one is a Shaft, the other a TlmHydraulic (connect it to a Shaft of side Load)",
        ),
    ] {
        let plug = format!(r#"Plug P Kind="{kind}" Side="{side}""#);
        assert_eq!(told(&["Flywheel F", &plug], r#"F.Shaft="P.P""#), [expected], "{kind}");
    }
}

#[test]
fn what_cannot_be_recorded_of_a_bundle() {
    for (asked, expected) in [
        (
            "F.Shaft[0]",
            "[Shaft[0]] FileOutput: `F.Shaft` is a bundle, which has members, no elements (write `F.Shaft`, or one member, as in `F.Shaft.w`)",
        ),
        (
            "F.Shaft.x",
            "[Shaft.x] FileOutput: `F` (Flywheel) has no state, out-port or in-port `Shaft.x` (did you mean `Shaft.T` or `Shaft.w` or `Shaft`?)",
        ),
        (
            "F.Shart",
            "[Shart] FileOutput: `F` (Flywheel) has no state, out-port or in-port `Shart` (did you mean `Shaft`?)",
        ),
        (
            "F.Shaft.w[1]",
            "[[1]] there is no element 1 in `F.Shaft.w`, which has width 1 (elements are counted from 0: the last one is 0)",
        ),
        (
            "F.Velocity.x",
            "[Velocity.x] FileOutput: `F` (Flywheel) has no state, out-port or in-port `Velocity.x` (did you mean `Velocity`?)",
        ),
    ] {
        let told = told_of(&["Flywheel F"], "", &format!(r#"FileOutput="{asked}""#));
        assert_eq!(told, [expected], "{asked}");
    }
}

#[test]
fn mistakes_of_libraries() {
    let cases: &[(&str, &[&str])] = &[
        ("side", &["the bundle `P` is of side `Middle`, but Shaft has `Drive` and `Load`"]),
        ("less", &["the bundle `P` has no `T`: every member of Shaft is to be declared"]),
        (
            "unknown",
            &["the bundle `P` has no member `X`: in Shaft, side Drive gives `w` and `axis`, and side Load gives `T`"],
        ),
        ("twice", &["the member `P.w` is declared twice"]),
        ("in", &["the member `P.T` must be an out-port: its side, Load, gives it"]),
        ("out", &["the member `P.w` must be an in-port on side Load: side Drive gives it"]),
        ("width", &["the member `P.axis` is 2 wide, but 3 in Shaft"]),
        ("bundles", &["two bundles are called `P`"]),
        ("port", &["a bundle and a port, state or private value are called `P`"]),
        ("name", &["`P.1` is not a name (a letter or `_`, then letters, digits, `_`, `-`)"]),
        ("state", &["`P.T` is in N m, but its state `Force` in N"]),
        (
            "kind",
            &[
                "`a kind`, a kind of bundle, is not a name (a letter or `_`, then letters, digits, `_`, `-`)",
                "``, a side of the kind of bundle `a kind`, is not a name (a letter or `_`, then letters, digits, `_`, `-`)",
                "`a.b`, a member of the kind of bundle `a kind`, is not a name (a letter or `_`, then letters, digits, `_`, `-`)",
            ],
        ),
        ("sides", &["both sides of the kind of bundle `K` are called `B`"]),
        ("empty", &["the kind of bundle `K` has no members"]),
        (
            "members",
            &[
                "the kind of bundle `K` has two members called `a`",
                "the member `a` of the kind of bundle `K` has no elements",
            ],
        ),
        (
            "open",
            &[
                "the open end of the member `a` of the kind of bundle `K` must be 3 finite numbers, not [0.0, 1.0]",
                "the open end of the member `b` of the kind of bundle `K` must be 1 finite numbers, not [NaN]",
            ],
        ),
    ];
    for (mistake, expected) in cases {
        let object = format!(r#"Bungling X Mistake="{mistake}""#);
        let expected = expected.iter().map(|mistake| {
            format!("[X] `X` (Bungling of laboratory): {mistake} (this is a mistake in the library; tell its author)")
        });
        assert_eq!(told(&[&object], ""), expected.collect::<Vec<_>>(), "{mistake}");
    }
}
