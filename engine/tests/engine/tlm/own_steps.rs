//! Components with a step of their own: `SampleTime` on their element.

use super::{Rows, assert_near, circuit};
use crate::laboratory::{assert_same_bits, complaints, load, run, scenario, try_load};

/// A mass at a spring and a wall, each with such attributes.
fn oscillator(own: &str) -> [String; 3] {
    [
        format!(r#"Mechanic/TranslationalMass M m="1" B="0" StartVelocity="1" {own}"#),
        format!(r#"Mechanic/TranslationalSpring S k="100" StartVelocity="1, 0" {own}"#),
        format!("Mechanic/FixedPosition W {own}"),
    ]
}

fn swinging(own: &str, engine: &str) -> String {
    let objects = oscillator(own);
    circuit(&objects.each_ref().map(String::as_str), r#"M.P2="S.P1" S.P2="W.P1""#, engine)
}

#[test]
fn a_group_that_ticks_alone_is_the_whole_at_its_step() {
    let rows = |own: &str, period: &str| {
        let engine = format!(r#"{period} TOutput="0:0.001:0.2" FileOutput="objects:all""#);
        run(&load(&swinging(own, &engine))).0
    };
    let whole = rows("", r#"SampleTime="1e-4""#);
    assert_same_bits(&rows(r#"SampleTime="0.0001""#, r#"SampleTime="1e-3""#), &whole, "finer");
    assert_same_bits(&rows(r#"SampleTime="1e-4""#, r#"SampleTime="1e-5""#), &whole, "coarser");
    assert_same_bits(&rows(r#"SampleTime="1e-4""#, ""), &whole, "no step of the scenario");
}

/// A gap of 1e-11 m^3/(s Pa) between 5 MPa and a litre of oil with one port and
/// without filter, Zc = Beta_e T / (2 V). The gap ticks each 1 ms, where its flow is
/// 1e-11 (5e6 - c) / (1 + 1e-11 Zc), the first time 0; the oil each 0.1 ms: Zc = 5e7,
/// c' = c + 2 Zc q. Python's fractions give the numbers.
#[test]
fn oil_takes_in_what_a_coarser_gap_lets_through() {
    let objects = [
        r#"Hydraulic/PressureSource S p="5e6""#,
        r#"Hydraulic/LaminarOrifice A Kc="1e-11""#,
        r#"Hydraulic/Volume V NumPorts="1" alpha="0" StartPressure="1e6" SampleTime="1e-4""#,
    ];
    let engine = r#"SampleTime="1e-3" TOutput="0, 0.0001, 0.001, 0.0011, 0.0015, 0.002, 0.003""#;
    let rows = Rows::of(&circuit(&objects, r#"S.P1="A.P1" A.P2="V.P1""#, engine));
    let q1 = 3.998_000_999_500_25e-5;
    let flows = [0.0, 0.0, q1, q1, q1, 3.958_040_969_520_237_5e-5, 3.918_480_340_139_725e-5];
    let p1 = 1_001_999.000_499_750_1;
    let pressures = [1e6, 1e6, p1, p1, p1, 1_041_959.030_479_762_6, 1_081_519.659_860_274_8];
    let last = [1_039_980.009_995_002_5, 1_079_560.419_690_204_8];
    let waves = [1e6, 1e6, 1e6, 1_003_998.000_999_500_3, 1_019_990.004_997_501_3, last[0], last[1]];
    assert_near(&rows.of_column("A.P2.q"), &flows, "flow");
    assert_near(&rows.of_column("V.P1.p"), &pressures, "pressure");
    assert_near(&rows.of_column("V.P1.c"), &waves, "wave");
    // What flowed in, 1 ms each, is what the oil has more: c is its pressure without flow.
    let inflow = 1e-3 * (flows[2] + flows[5]);
    assert_near(&[1e-3 / 1e9 * (waves[6] - waves[0])], &[inflow], "oil");
}

/// The same gap at 0.1 ms, with a pressure before it that rises by 1 MPa each
/// ms, and the oil at 1 ms: Zc = 5e8. The oil sees every tenth flow only.
#[test]
fn oil_with_a_coarser_step_sees_the_flow_at_its_own_ticks() {
    let objects = [
        r#"base:Src/Ramp U StartTime="0" EndTime="0.01" Before="5e6" After="15e6""#,
        r#"Hydraulic/PressureSource S SampleTime="1e-4""#,
        r#"Hydraulic/LaminarOrifice A Kc="1e-11" SampleTime="1e-4""#,
        r#"Hydraulic/Volume V NumPorts="1" alpha="0" StartPressure="1e6""#,
    ];
    let engine = r#"SampleTime="1e-3" TOutput="0, 0.0001, 0.0009, 0.001, 0.0019, 0.002, 0.003""#;
    let rows = Rows::of(&circuit(&objects, r#"S.p="U.Out" S.P1="A.P1" A.P2="V.P1""#, engine));
    let flows = [
        0.0,
        4.079_601_990_049_751e-5,
        4.875_621_890_547_264e-5,
        4.975_124_378_109_452_6e-5,
        5.870_646_766_169_154e-5,
        5.920_645_528_576_025e-5,
        6.856_758_508_391_19e-5,
    ];
    let pressures = [
        1e6,
        1_020_398.009_950_248_8,
        1_024_378.109_452_736_3,
        1_024_875.621_890_547_2,
        1_029_353.233_830_845_8,
        1_079_354.471_423_974_7,
        1_143_241.491_608_810_6,
    ];
    let waves = [1e6, 1e6, 1e6, 1e6, 1e6, 1_049_751.243_781_094_4, 1_108_957.699_066_854_8];
    assert_near(&rows.of_column("A.P2.q"), &flows, "flow");
    assert_near(&rows.of_column("V.P1.p"), &pressures, "pressure");
    assert_near(&rows.of_column("V.P1.c"), &waves, "wave");
}

/// A gap at 1 ms and a litre at 0.01 ms: Kc Beta_e T / V of 0.5, 1.5 and 2.5, less 0 to 1.3 % for the resistance of
/// the finer step. What the pressure is off is multiplied by 1 less that, millisecond by millisecond.
#[test]
fn a_flow_that_is_held_swings_where_the_oil_fills_sooner() {
    for (kc, factors) in [("5e-10", 0.5..0.51), ("1.5e-9", -0.5..-0.48), ("2.5e-9", -1.5..-1.46)] {
        let objects = [
            r#"Hydraulic/PressureSource S p="5e6""#,
            &format!(r#"Hydraulic/LaminarOrifice A Kc="{kc}""#),
            r#"Hydraulic/Volume V NumPorts="1" alpha="0" StartPressure="4.99e6" SampleTime="1e-5""#,
        ];
        let text = circuit(&objects, r#"S.P1="A.P1" A.P2="V.P1""#, r#"SampleTime="1e-3" TOutput="0:1e-3:8e-3""#);
        let off: Vec<f64> = Rows::of(&text).of_column("V.P1.c").iter().map(|c| c - 5e6).collect();
        let is_right = |pair: &[f64]| factors.contains(&(pair[1] / pair[0]));
        assert!(off[2..].windows(2).all(is_right), "{kc}: {off:?}");
    }
}

#[test]
fn a_block_of_signals_has_one_too() {
    // A tick later than the clock of its own, by its Offset.
    let objects = [
        r#"base:Src/Ramp U StartTime="0" EndTime="1" Before="0" After="1""#,
        r#"base:Signal/ZeroOrderHold H Offset="0.05""#,
        r#"base:Signal/ZeroOrderHold I Offset="0.05" SampleTime="0.2""#,
    ];
    let engine = r#"SampleTime="0.1" TOutput="0, 0.05, 0.1, 0.2, 0.3" FileOutput="H.Out, I.Out""#;
    let rows = run(&load(&scenario(&objects, r#"H.In="U.Out" I.In="U.Out""#, "", engine))).0;
    // The scenario's SampleTime is used, though with an offset.
    let of = |column: usize| rows.iter().map(|(_, row)| row[column]).collect::<Vec<f64>>();
    assert_near(&of(0), &[0.0, 0.05, 0.05, 0.15, 0.25], "each 0.1 s");
    assert_near(&of(1), &[0.0, 0.05, 0.05, 0.05, 0.25], "each 0.2 s");
}

/// The only thing that is told, what it points at, and the advice.
fn told(text: &str) -> (String, String, String) {
    let wrong = try_load(text).expect_err("something is wrong");
    let wrong = wrong.sorted();
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    let span = wrong[0].span().unwrap();
    let place = text[span.start()..span.start() + span.len()].to_owned();
    (wrong[0].message().to_owned(), place, wrong[0].help_text().unwrap_or_default().to_owned())
}

#[test]
fn steps_that_hardly_ever_meet() {
    let with = |own: &str| swinging(&format!(r#"SampleTime="{own}""#), r#"SampleTime="1e-3" TOutput="0, 1""#);
    for good in ["1e-9", "0.00025", "3e-4", "0.000333", "0.007", "0.0011", "1000"] {
        load(&with(good));
    }
    let one = |own: &str| {
        let objects = [&format!(r#"Mechanic/FixedPosition W SampleTime="{own}""#)[..], "Mechanic/ForceSource F"];
        circuit(&objects, r#"W.P1="F.P1""#, r#"SampleTime="1e-3" TOutput="0, 1""#)
    };
    let (message, place, advice) = told(&one("0.00033331"));
    assert_eq!(
        message,
        "`W` (Mechanic/FixedPosition of tlm): its SampleTime is 0.00033331 s, and that of `Engine` is 0.001 s: that is no \
         ratio of small whole numbers"
    );
    assert_eq!((place.as_str(), advice.as_str()), ("0.00033331", "give 0.00025 or 0.0005 s"));
    assert_eq!(told(&one("0.0123456")).2, "give 0.012 or 0.013 s");
    // Without a step of the scenario the first one counts.
    let objects =
        [r#"Mechanic/FixedPosition W SampleTime="1e-3""#, r#"Mechanic/ForceSource F SampleTime="1.00001e-3""#];
    let (message, place, _) = told(&circuit(&objects, r#"W.P1="F.P1""#, r#"TOutput="0, 1""#));
    assert!(message.contains("`F`") && message.contains("that of `W` is 0.001 s"), "{message}");
    assert_eq!(place, "1.00001e-3");
}

#[test]
fn steps_that_are_none() {
    for (own, wrong) in [("-1e-3", "`-1e-3` is out of range"), ("0", "out of range"), ("often", "often")] {
        let found = complaints(&swinging(&format!(r#"SampleTime="{own}""#), r#"SampleTime="1e-3" TOutput="0, 1""#));
        let is_told = |told: &String| told.contains("parameter `SampleTime`") && told.contains(wrong);
        assert!(found.iter().all(is_told) && found.len() == 3, "{own}: {found:?}");
    }
    // Who has no clock has no step either.
    let text = scenario(&[r#"base:Src/Constant C Value="1" SampleTime="1e-3""#], "", "", r#"TOutput="0, 1""#);
    let (message, place, advice) = told(&text);
    assert_eq!(message, "`C` (Src/Constant): unknown parameter `SampleTime`");
    assert_eq!((place.as_str(), advice.as_str()), ("SampleTime", "nothing of it runs on the scenario's clock"));
    // Who has one needs none of the others.
    let text = swinging("", r#"TOutput="0, 1""#).replace(r#"Name="M""#, r#"Name="M" SampleTime="1e-3""#);
    let found = complaints(&text);
    let is_missing = |told: &&String| told.contains("`Engine` gives no SampleTime");
    assert_eq!((found.iter().filter(is_missing).count(), found.len()), (2, 2), "{found:?}");
}
