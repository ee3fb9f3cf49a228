//! The panels beside a run and a replay.

use std::time::{Duration, Instant};

use bowline_engine::live::LiveOptions;
use bowline_engine::{Catalog, LoadOptions, Source, Sources};

use super::*;

/// How often the player was changed.
#[derive(Resource, Default)]
struct Changes(usize);

fn count(player: Res<Player>, mut changes: ResMut<Changes>) {
    changes.0 += usize::from(player.is_changed());
}

/// A mass that is pushed with 4 N from rest; the run waits at its start.
fn app() -> App {
    let scenario = r#"<Contents><OBJECTS>
        <Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="B" Mass="2"/></OBJECTS>
        <INTERCONNECTIONS><Connection B.Force="4,0,0"/></INTERCONNECTIONS>
        <INITIALIZATION><InitialCondition B.Pos="0,0,0" B.Vel="0,0,0"/></INITIALIZATION>
        <INTEGRATION><Engine TOutput="0:0.5:3"/></INTEGRATION></Contents>"#;
    let sources = Sources::new(Source::new("pushed", scenario));
    let catalog = Catalog::new([&bowline_tutorial::LIBRARY]);
    let model = bowline_engine::load(&sources, &catalog, LoadOptions::default()).expect("it is sound");
    let options = LiveOptions { is_paused: true, ..LiveOptions::default() };
    let player = Player::live(&model, options).expect("there are threads");
    let mut app = App::new();
    app.insert_resource(player.shown())
        .insert_resource(player)
        .init_resource::<Selection>()
        .init_resource::<Panels>()
        .init_resource::<Overlays>()
        .init_resource::<Remembered>()
        .init_resource::<Changes>()
        .add_systems(Update, (super::super::player::show, follow, count).chain())
        .init_resource::<Time<Real>>();
    app
}

/// Updates it until that holds, for some seconds at most.
fn until(app: &mut App, holds: impl Fn(&World) -> bool) {
    let begin = Instant::now();
    while !holds(app.world()) {
        assert!(begin.elapsed() < Duration::from_secs(30), "it never came");
        app.update();
    }
}

#[test]
fn what_is_selected_has_values_and_what_is_ticked_a_history() {
    let mut app = app();
    app.world_mut().resource_mut::<Selection>().object = Some(0);
    until(&mut app, |world| world.resource::<Player>().now().watched_generation == 1);
    let world = app.world();
    let (panels, now) = (world.resource::<Panels>(), world.resource::<Player>().now());
    let sheet = panels.sheet.as_ref().expect("it is selected");
    let force = sheet.signals.iter().find(|signal| signal.name == "Force").expect("a mass has one");
    assert_eq!((now.watched.len(), now.watched[force.first]), (sheet.watched(), 4.0));
    let mass = sheet.parameters.iter().find(|parameter| parameter.name == "Mass");
    assert_eq!(mass.and_then(|mass| mass.value.as_deref()), Some("2"));

    let world = app.world_mut();
    world.resource_scope(|world, mut player: Mut<Player>| {
        let mut panels = world.resource_mut::<Panels>();
        let position = player.find("B.Pos[0]").expect("it is there");
        panels.add_plot(position, &mut player, &Overlays::default());
        player.send(Command::Rate(bowline_engine::live::Rate::Unlimited));
        player.send(Command::Play);
    });
    let points = |world: &World| {
        world.resource::<Panels>().traces.get("B.Pos[0]").expect("it has a past").history().points().to_vec()
    };
    let last = |world: &World| points(world).last().copied();
    // Samples may come before the view of the same time.
    let is_over = |world: &World| world.resource::<Player>().now().time == 3.0;
    until(&mut app, |world| is_over(world) && last(world).is_some_and(|[time, _]| time == 3.0));
    let [_, position] = last(app.world()).expect("it came");
    assert!((position - 9.0).abs() < 1e-6, "half of 2 m/s\u{b2} for 3 s squared: {position}");

    assert_eq!(points(app.world())[0], [0.0, 0.0], "the scenario records it: from the start");

    // Nobody asked for its force before the end.
    app.world_mut().resource_scope(|world, mut player: Mut<Player>| {
        let mut panels = world.resource_mut::<Panels>();
        let force = player.find("B.Force[0]").expect("it is there");
        panels.add_plot(force, &mut player, &Overlays::default());
        assert!(panels.traces.get("B.Force[0]").expect("it is plotted").is_incomplete());
    });
    let is_whole = |world: &World| {
        let force = world.resource::<Panels>().traces.get("B.Force[0]").expect("it is plotted");
        !force.is_incomplete() && force.history().points().len() > 2000
    };
    until(&mut app, is_whole);
    let force = app.world().resource::<Panels>().traces.get("B.Force[0]").expect("it is plotted");
    let points = force.history().points();
    assert_eq!((points[0], points[points.len() - 1]), ([0.0, 4.0], [3.0, 4.0]));

    app.world_mut().resource_mut::<Selection>().object = None;
    until(&mut app, |world| world.resource::<Panels>().sheet.is_none());
}

/// Results beside a view: 1 m each second, in two rows.
#[test]
fn a_replay_shows_what_its_run_recorded() {
    use super::super::player::tests::replay;
    use bowline_results::{ResultColumn, Results};
    let column = |name: &str, unit: &str, values: [f64; 2]| ResultColumn {
        name: name.to_owned(),
        unit: unit.to_owned(),
        values: values.to_vec(),
    };
    let columns = vec![column("B.Pos[0]", "m", [0.0, 2.0]), column("Other.B.x", "", [7.0, 7.0])];
    let results = Results::new(vec![0.0, 2.0], columns, Vec::new());
    let mut player = Player::replay(replay(), results, bowline_engine::live::Rate::Times(1.0)).expect("it plays");
    player.send(Command::Jump(0.5));
    player.refresh();
    let mut app = app();
    app.insert_resource(player.shown()).insert_resource(player);
    app.world_mut().resource_mut::<Selection>().object = Some(0);
    app.update();
    let world = app.world();
    let (panels, now) = (world.resource::<Panels>(), world.resource::<Player>().now());
    let sheet = panels.sheet.as_ref().expect("it is selected");
    assert_eq!(sheet.signals.iter().map(|signal| signal.name.as_str()).collect::<Vec<_>>(), ["Pos[0]"]);
    assert_eq!(
        (panels.values(now), now.time),
        (Some(Values { of_sheet: &[0.5], of_plots: &[], of_overlays: &[] }), 0.5)
    );

    app.world_mut().resource_scope(|world, mut player: Mut<Player>| {
        let mut panels = world.resource_mut::<Panels>();
        let position = player.find("B.Pos[0]").expect("it is there");
        panels.add_plot(position, &mut player, &Overlays::default());
        let whole = panels.traces.get("B.Pos[0]").expect("it is plotted").history().points().to_vec();
        assert_eq!(whole, [[0.0, 0.0], [2.0, 2.0]]);
        assert_eq!(panels.values(player.now()), Some(Values { of_sheet: &[0.5], of_plots: &[0.5], of_overlays: &[] }));
    });
}

/// A window at rest is drawn rarely: what only looks must not seem to change anything.
#[test]
fn who_looks_changes_nothing() {
    let mut app = app();
    let begin = Instant::now();
    let changes = |app: &App| app.world().resource::<Changes>().0;
    // The run may still answer what was asked at first.
    loop {
        let before = changes(&app);
        (0..20).for_each(|_| app.update());
        if changes(&app) == before {
            break;
        }
        assert!(begin.elapsed() < Duration::from_secs(30), "it never rests");
    }
}
