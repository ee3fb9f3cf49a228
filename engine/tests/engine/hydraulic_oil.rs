//! Oil with air in it, and volumes of it, against what they take up: the volume
//! at each pressure, where the library has the bulk modulus; data sheets, and
//! another program.

use crate::laboratory::{METHODS, complaints, run_in_order, scenario, try_load, try_run};

/// Bulk modulus, density and viscosity at a pressure.
fn oil_at(parameters: &str, pressure: f64) -> [f64; 3] {
    let oil = format!("hydraulics:Hydraulic/Oil O {parameters}");
    let objects = [oil.as_str(), "hydraulics:Hydraulic/OilProbe P"];
    let engine = r#"TOutput="0, 1" FileOutput="P.BulkModulus, P.Density, P.KinematicViscosity""#;
    let rows = run_in_order(&objects, &format!(r#"P.Pressure="{pressure}""#), "", engine);
    rows[0].1.clone().try_into().unwrap()
}

/// The volume of oil and air, as a part of that at atmospheric pressure.
fn volume(air: f64, index: f64, modulus: f64, pressure: f64) -> f64 {
    (1.0 - air) * ((101_325.0 - pressure) / modulus).exp() + air * (101_325.0 / pressure).powf(1.0 / index)
}

#[test]
fn the_bulk_modulus_is_the_slope_of_the_volume_and_the_density_its_inverse() {
    for (parameters, air, index, modulus) in [
        ("", 0.005, 1.4, 1.5e9),
        (r#"AirFraction="0.02" PolytropicIndex="1" BulkModulus="1.8e9""#, 0.02, 1.0, 1.8e9),
        (r#"AirFraction="0""#, 0.0, 1.4, 1.5e9),
    ] {
        let loose = oil_at(parameters, 101_325.0)[1];
        for pressure in [10.0, 1e4, 101_325.0, 1e6, 3e7] {
            let v = |p: f64| volume(air, index, modulus, p);
            let step = 1e-3 * pressure;
            // Of fourth order: an error of some 1e-12.
            let slope = (8.0 * (v(pressure + step) - v(pressure - step)) - v(pressure + 2.0 * step)
                + v(pressure - 2.0 * step))
                / (12.0 * step);
            let [found, density, _] = oil_at(parameters, pressure);
            let expected = -v(pressure) / slope;
            assert!((found / expected - 1.0).abs() < 1e-5, "{parameters} {pressure}: {found}, not {expected}");
            assert!((density / loose * v(pressure) - 1.0).abs() < 1e-12, "{parameters} {pressure}: {density}");
        }
    }
    // That of the air alone, but for a twentieth of liquid.
    assert!((oil_at("", 1.0)[0] / 1.4 - 1.05).abs() < 0.01, "{:?}", oil_at("", 1.0));
    assert_eq!(oil_at("", 0.5), oil_at("", 1.0));
    assert_eq!(oil_at("", -1e5), oil_at("", 1.0));
}

/// 580 mm^2/s at 0 degrees and 879 kg/m^3 at 15 degrees: Shell Tellus S2 M 46,
/// technical data sheet. ISO VG 46 at 20 and 60 degrees: the same equation in
/// another program.
#[test]
fn viscosity_and_density_are_those_of_data_sheets() {
    let at = |parameters: &str, celsius: f64| {
        let temperature = celsius + 273.15;
        oil_at(&format!(r#"{parameters} AirFraction="0" Temperature="{temperature}""#), 101_325.0)
    };
    let tellus = r#"Viscosity40="46e-6" Viscosity100="6.7e-6" Density15="879""#;
    assert!((at(tellus, 0.0)[2] / 580e-6 - 1.0).abs() < 0.03, "{:?}", at(tellus, 0.0));
    assert!((at(tellus, 15.0)[1] - 879.0).abs() < 1e-9);
    for (celsius, viscosity) in
        [(20.0, 133.83818052127435e-6), (40.0, 46e-6), (60.0, 20.62274755695595e-6), (100.0, 6.8e-6)]
    {
        let found = at("", celsius)[2];
        assert!((found / viscosity - 1.0).abs() < 1e-9, "{celsius}: {found}");
    }
    // 875 kg/m^3, and 25 K of 7e-4 each.
    assert!((at("", 40.0)[1] - 875.0 / 1.0175).abs() < 1e-9);
}

/// 1 l, into which 0.1 l/s flow, and then out of it: the mass is density times
/// volume, so its specific volume follows exp of what has come in; by the walls
/// more, if they give way.
#[test]
fn a_volume_holds_what_flows_into_it() {
    let objects = [
        "hydraulics:Hydraulic/Oil O",
        r#"hydraulics:Hydraulic/Volume V Volume="1e-3""#,
        r#"base:Src/Sine Q Amplitude="1e-4" Frequency="0.5""#,
    ];
    for method in METHODS {
        let engine = format!(
            r#"TOutput="0:0.1:2" IntegratorMethod="{method}" AbsTol="1e-9" RelTol="1e-9" FileOutput="V.Pressure""#
        );
        let rows = run_in_order(&objects, r#"V.Flow="Q.Out""#, r#"V.Pressure="2e5""#, &engine);
        let begun = volume(0.005, 1.4, 1.5e9, 2e5);
        let mut highest: f64 = 0.0;
        for (time, values) in &rows {
            let pi = std::f64::consts::PI;
            let come = 1e-4 * (1.0 - (pi * time).cos()) / pi / 1e-3;
            let now = volume(0.005, 1.4, 1.5e9, values[0]);
            assert!(((now / begun).ln() + come).abs() < 1e-7, "{method}, {time} s: {values:?}");
            highest = highest.max(values[0]);
        }
        assert!(highest > 8e7, "{highest}");
    }
}

#[test]
fn walls_that_give_way_take_their_part() {
    let objects = [
        r#"hydraulics:Hydraulic/Oil O AirFraction="0" BulkModulus="1.5e9""#,
        r#"hydraulics:Hydraulic/Volume V Volume="2e-3" WallBulkModulus="0.5e9""#,
        r#"hydraulics:Hydraulic/Volume R Volume="2e-3""#,
    ];
    let engine = r#"TOutput="0, 2" FileOutput="V.Pressure, V.EffectiveBulkModulus, R.Pressure""#;
    let connections = r#"V.Flow="1e-6" R.Flow="1e-6""#;
    let rows = run_in_order(&objects, connections, r#"V.Pressure="1e5" R.Pressure="1e5""#, engine);
    let found = &rows[1].1;
    // 1.5 and 0.5 GPa in series: 0.375 GPa; a thousandth of the volume.
    for (found, expected) in found.iter().zip([1e5 + 0.375e6, 0.375e9, 1e5 + 1.5e6]) {
        assert!((found / expected - 1.0).abs() < 1e-9, "{found}, not {expected}");
    }
}

/// 1 ml/s out of 1 ml: the pressure falls by a factor of exp(1.4) with each
/// volume that goes; below 1 Pa by 1.4 Pa. Then the same comes in again.
#[test]
fn a_volume_that_is_emptied_keeps_a_pressure_and_comes_back() {
    for method in METHODS {
        for turn in [2.5, 5.0] {
            let objects = [
                "hydraulics:Hydraulic/Oil O",
                r#"hydraulics:Hydraulic/Volume V Volume="1e-6""#,
                &format!(r#"base:Src/Step Q StepTime="{turn}" Before="-1e-6" After="1e-6""#),
            ];
            let engine = format!(
                r#"TOutput="0:0.5:{}" IntegratorMethod="{method}" AbsTol="1e-9" RelTol="1e-9"
                   FileOutput="V.Pressure, V.Cavitated""#,
                2.0 * turn
            );
            let rows = run_in_order(&objects, r#"V.Flow="Q.Out""#, r#"V.Pressure="1e6""#, &engine);
            let begun = volume(0.005, 1.4, 1.5e9, 1e6);
            let mut lowest = f64::MAX;
            for (time, values) in &rows {
                let pressure = values[0];
                lowest = lowest.min(pressure);
                if pressure > 1.0 {
                    let gone = if *time < turn { *time } else { 2.0 * turn - time };
                    let now = volume(0.005, 1.4, 1.5e9, pressure);
                    // The tolerance is 1e-4 Pa in each step.
                    assert!(((now / begun).ln() - gone).abs() < 2e-2, "{method}, {time} s: {values:?}, {now}");
                }
                assert_eq!(values[1], f64::from(*time > 0.0), "{method}, {time} s");
            }
            assert!(if turn < 3.0 { lowest > 1.0 } else { lowest < 0.0 && lowest > -3.0 }, "{method}: {lowest}");
        }
    }
}

/// 1.5 GPa, and 1 ml more each second in 1 l: 1.5 MPa each second; and from the start.
#[test]
fn a_pressure_that_bursts_its_walls_is_noted_once() {
    let objects = [
        r#"hydraulics:Hydraulic/Oil O AirFraction="0""#,
        r#"hydraulics:Hydraulic/Volume V Volume="1e-3""#,
        r#"hydraulics:Hydraulic/Volume W Volume="1e-3" BurstPressure="90e6""#,
    ];
    for method in METHODS {
        let engine = format!(
            r#"TOutput="0:1:20" LogEvents="1" IntegratorMethod="{method}"
               FileOutput="V.Burst, W.Burst, V.Cavitated, V.Pressure""#
        );
        let initial = r#"V.Pressure="91e6" W.Pressure="91e6""#;
        let rows = run_in_order(&objects, r#"V.Flow="1e-6" W.Flow="1e-6""#, initial, &engine);
        let begun = rows.iter().find(|row| row.1[0] == 1.0).unwrap();
        assert!((begun.0 - 6.0).abs() < 1e-6, "{method}: {begun:?}");
        assert!(rows.iter().all(|row| row.1[1] == 1.0 && row.1[2] == 0.0), "{method}: {rows:?}");
        assert!(rows.iter().filter(|row| row.0 > 6.001).all(|row| row.1[0] == 1.0), "{method}: {rows:?}");
    }
}

#[test]
fn a_tank_keeps_its_pressure() {
    let objects = [r#"hydraulics:Hydraulic/Tank T"#, r#"hydraulics:Hydraulic/Tank U TankPressure="2e5""#];
    let engine = r#"TOutput="0, 1" FileOutput="T.Pressure, T.Inflow, U.Pressure, U.Inflow""#;
    let rows = run_in_order(&objects, r#"U.Flow="1 - 3""#, "", engine);
    assert_eq!(rows[1].1, [101_325.0, 0.0, 2e5, -2.0]);
}

#[test]
fn what_is_wrong_with_oil_and_volumes_is_told() {
    let told = |oil: &str, volume: &str, pressure: &str| {
        let objects = [
            format!("hydraulics:Hydraulic/Oil O {oil}"),
            format!("hydraulics:Hydraulic/Volume V {volume}"),
            "hydraulics:Hydraulic/Tank T".to_owned(),
        ];
        let objects = objects.each_ref().map(String::as_str);
        let text = scenario(&objects, "", &format!(r#"V.Pressure="{pressure}""#), r#"TOutput="0, 1""#);
        match try_load(&text) {
            Ok(model) => try_run(&model).2.unwrap_err().to_string(),
            Err(_) => complaints(&text).join("; "),
        }
    };
    let good = r#"Volume="1e-3""#;
    for (oil, name) in [
        (r#"Temperature="40""#, "Temperature"),
        (r#"Temperature="500""#, "Temperature"),
        (r#"Temperature="473.15""#, "Temperature"),
        (r#"Density15="0""#, "Density15"),
        (r#"ThermalExpansion="-1e-4""#, "ThermalExpansion"),
        (r#"ThermalExpansion="1""#, "ThermalExpansion"),
        (r#"BulkModulus="0""#, "BulkModulus"),
        (r#"AirFraction="-0.1""#, "AirFraction"),
        (r#"AirFraction="1""#, "AirFraction"),
        (r#"AtmosphericPressure="0""#, "AtmosphericPressure"),
        (r#"PolytropicIndex="0.9""#, "PolytropicIndex"),
        (r#"PolytropicIndex="2""#, "PolytropicIndex"),
        (r#"Viscosity40="46""#, "Viscosity40"),
        (r#"Viscosity40="1e-6""#, "Viscosity40"),
        (r#"Viscosity100="50e-6""#, "Viscosity100"),
        (r#"Viscosity100="0""#, "Viscosity100"),
    ] {
        let message = told(oil, good, "1e5");
        assert!(message.contains(name), "{oil}: {message}");
    }
    for (volume, name) in [
        ("", "Volume"),
        (r#"Volume="0""#, "Volume"),
        (r#"Volume="-1""#, "Volume"),
        (r#"Volume="1" WallBulkModulus="-1""#, "WallBulkModulus"),
        (r#"Volume="1" CavitationPressure="-1""#, "CavitationPressure"),
        (r#"Volume="1" BurstPressure="0""#, "BurstPressure"),
        (r#"Volume="1" BurstPressure="1e3""#, "BurstPressure"),
    ] {
        let message = told("", volume, "1e5");
        assert!(message.contains(name), "{volume}: {message}");
    }
    let message = told("", good, "-2e5");
    assert!(message.contains("`V`") && message.contains("`Pressure` begins with -200000 Pa"), "{message}");
    let tank = scenario(&[r#"hydraulics:Hydraulic/Tank T TankPressure="-1""#], "", "", r#"TOutput="0, 1""#);
    assert!(complaints(&tank).join("; ").contains("TankPressure"));
    let alone =
        scenario(&["hydraulics:Hydraulic/Volume V Volume=\"1\""], "", r#"V.Pressure="1e5""#, r#"TOutput="0, 1""#);
    assert!(complaints(&alone).join("; ").contains("Oil"), "{:?}", complaints(&alone));
}
