//! What plays: a run that goes on, or a replay.

mod places;
mod playback;
mod quantity;

use std::sync::Arc;

use bevy::prelude::*;
use bowline_engine::live::{Command, Live, LiveOptions, LiveStatus, LiveView, Rate, Retrace, Samples};
use bowline_engine::replay::Replay;
use bowline_engine::scene::Scene;
use bowline_engine::{Model, Workspace, event_sources};
use bowline_parts::{Extent, Trail, Trails};
use bowline_results::Results;

use super::events::Events;
use crate::stage::{Hidden, Shown};

use playback::Playback;

pub use quantity::Quantity;

/// What plays in the window, and how it stands.
#[derive(Resource, Debug)]
pub struct Player {
    source: Source,
    /// The newest view.
    now: LiveView,
    /// Where it begins and ends, s.
    span: [f64; 2],
    events: Events,
    /// Of a replay: the command by which numbers are watched, and these.
    watching: (u64, Vec<Quantity>),
}

#[derive(Debug)]
enum Source {
    Live(Live, Arc<Model>),
    Replay(Box<Playback>, Option<Results>),
}

impl Player {
    /// A run.
    ///
    /// # Errors
    /// The system has no thread for it; in words.
    pub fn live(model: &Arc<Model>, options: LiveOptions) -> Result<Self, String> {
        let mut live = Live::start(model, options).map_err(|reason| format!("the run has no thread: {reason}"))?;
        let times = &model.settings().output_times;
        let (now, span) = (live.newest().clone(), [times.start(), times.end()]);
        let events = Events::new(event_sources(model), Vec::new());
        Ok(Self { source: Source::Live(live, Arc::clone(model)), now, span, events, watching: (0, Vec::new()) })
    }

    /// A replay, which waits at its beginning; with the results of its run, if they are known, and else with what its
    /// view says itself.
    ///
    /// # Errors
    /// It cannot be read; in words.
    pub fn replay(mut replay: Replay, results: Option<Results>, rate: Rate) -> Result<Self, String> {
        let results = results.or_else(|| places::places(&mut replay));
        let mut playback = Playback::new(replay, rate).map_err(|error| error.to_string())?;
        let (now, span) = (playback.newest().clone(), playback.span());
        let recorded = playback.replay();
        let events = Events::new(recorded.event_sources().to_vec(), recorded.events().to_vec());
        Ok(Self { source: Source::Replay(Box::new(playback), results), now, span, events, watching: (0, Vec::new()) })
    }

    /// How it stands. Of a replay, too: what runs alone have is 0, or empty.
    pub fn now(&self) -> &LiveView {
        &self.now
    }

    /// Where it begins and ends, s.
    pub fn span(&self) -> [f64; 2] {
        self.span
    }

    /// What happened, as far as that is known.
    pub(super) fn events(&self) -> &Events {
        &self.events
    }

    /// What runs; none in a replay.
    pub fn model(&self) -> Option<&Arc<Model>> {
        match &self.source {
            Source::Live(_, model) => Some(model),
            Source::Replay(..) => None,
        }
    }

    /// What is known of the run that is replayed, if anything is; none of a run.
    pub fn results(&self) -> Option<&Results> {
        match &self.source {
            Source::Live(..) => None,
            Source::Replay(_, results) => results.as_ref(),
        }
    }

    /// What can be looked at under a name.
    pub fn find(&self, name: &str) -> Option<Quantity> {
        match self.model() {
            Some(model) => model.probe(name).ok().map(Quantity::from),
            None => self.results()?.find(name).map(|column| Quantity::recorded(&column.name, &column.unit)),
        }
    }

    /// Shows these in [`LiveView::watched`], instead of others; `generation` comes back with them.
    pub fn watch(&mut self, generation: u64, quantities: Vec<Quantity>) {
        match &mut self.source {
            Source::Live(live, _) => {
                let probes = quantities.iter().filter_map(Quantity::probe).cloned().collect();
                live.send(Command::Watch { generation, probes });
            }
            Source::Replay(..) => {
                self.watching = (generation, quantities);
                self.look_up();
            }
        }
    }

    /// Has a run take samples of these; a replay knows all of them.
    pub fn sample(&mut self, generation: u64, quantities: &[Quantity]) {
        if let Source::Live(live, _) = &mut self.source {
            let probes = quantities.iter().filter_map(Quantity::probe).cloned().collect();
            live.send(Command::Sample { generation, probes });
        }
    }

    /// A number over all of a replay.
    pub fn whole(&self, quantity: &Quantity) -> Option<Vec<[f64; 2]>> {
        let results = self.results()?;
        results.find(quantity.name()).map(|column| results.points(column))
    }

    /// What is watched in a replay, at its time.
    fn look_up(&mut self) {
        let Source::Replay(_, Some(results)) = &self.source else { return };
        let (generation, quantities) = &self.watching;
        let time = self.now.time;
        let value = |of: &Quantity| results.find(of.name()).map_or(f64::NAN, |column| results.at(column, time));
        self.now.watched_generation = *generation;
        self.now.watched.clear();
        self.now.watched.extend(quantities.iter().map(value));
    }

    /// Whether time goes on.
    pub fn is_going(&self) -> bool {
        matches!(self.now.status, LiveStatus::Running | LiveStatus::Jumping)
    }

    /// Whether it plays, or would play, from its end to its beginning.
    pub fn is_backwards(&self) -> bool {
        matches!(&self.source, Source::Replay(playback, _) if playback.is_backwards())
    }

    /// Has something done. What comes of it stands in [`now`](Self::now) a few
    /// frames later.
    pub fn send(&mut self, command: Command) {
        if let Command::Rate(rate) = command {
            // A second key in the same picture goes on from there.
            self.now.rate = rate;
        }
        match &mut self.source {
            Source::Live(live, _) => live.send(command),
            Source::Replay(playback, _) => playback.take(&command),
        }
    }

    /// Plays a replay the other way.
    pub fn turn(&mut self) {
        if let Source::Replay(playback, _) = &mut self.source {
            playback.turn();
        }
    }

    /// To the moment of a replay before this one.
    pub fn step_back(&mut self) {
        if let Source::Replay(playback, _) = &mut self.source {
            playback.step(true);
        }
    }

    /// The samples that came since the last call; none in a replay.
    pub fn samples(&mut self) -> Vec<Samples> {
        match &mut self.source {
            Source::Live(live, _) => live.samples().collect(),
            Source::Replay(..) => Vec::new(),
        }
    }

    /// What a number had so far, by a second run to which is done what was done to this one; none in a replay, and at
    /// the start.
    pub(super) fn past(&self, quantity: &Quantity) -> Option<Retrace<Vec<[f64; 2]>>> {
        let Source::Live(_, model) = &self.source else { return None };
        let [start, now] = [self.span[0], self.now.time];
        let times = (now > start).then(|| evenly(start, now, OF_A_PAST))?;
        let probe = quantity.probe()?.clone();
        let look = move |points: &mut Vec<[f64; 2]>, time: f64, signals: &Workspace| {
            points.extend(probe.values(time, signals).next().map(|value| [time, value]));
        };
        Retrace::start(model, Arc::clone(&self.now.changes), times, Vec::new(), look).ok()
    }

    /// How far all reaches that a run will show if nobody touches it, by a second run; none in a replay, which knows it
    /// at once.
    pub(super) fn foresee(&self, hidden: &Hidden) -> Option<Retrace<Option<Extent>>> {
        let Source::Live(live, model) = &self.source else { return None };
        let (scene, hidden) = (Arc::clone(live.scene()), hidden.clone());
        let mut moment = Vec::new();
        let look = move |extent: &mut Option<Extent>, _: f64, signals: &Workspace| {
            scene.take_moment(signals, &mut moment);
            let now = hidden.extent(&scene, &moment);
            *extent = [*extent, now].into_iter().flatten().reduce(Extent::with);
        };
        let [start, end] = self.span;
        Retrace::start(model, Arc::new([]), evenly(start, end, OF_WHAT_COMES), None, look).ok()
    }

    /// The trails of the scene: of a replay all that it knows of them, of a run nothing yet.
    ///
    /// # Errors
    /// The replay cannot be read; in words.
    pub(super) fn trails(&mut self) -> Result<Trails, String> {
        match &mut self.source {
            Source::Live(live, _) => Ok(Trails::of(live.scene())),
            Source::Replay(playback, _) => playback.trails(),
        }
    }

    /// Where the middle of a SimObject is, by its position in the scene, in all of a replay; none of a run.
    pub(super) fn path(&mut self, object: usize) -> Option<Trail> {
        match &mut self.source {
            Source::Live(..) => None,
            Source::Replay(playback, _) => Some(playback.path(object)),
        }
    }

    /// Where the points of trails were so far, by a second run to which is done what was done to this one; none in a
    /// replay, and at the start.
    pub(super) fn trace(&self) -> Option<Retrace<Trails>> {
        let Source::Live(live, model) = &self.source else { return None };
        let [start, now] = [self.span[0], self.now.time];
        let times = (now > start).then(|| evenly(start, now, OF_A_PAST))?;
        let (scene, mut moment) = (Arc::clone(live.scene()), Vec::new());
        let trails = Trails::of(&scene);
        let look = move |trails: &mut Trails, time: f64, signals: &Workspace| {
            scene.take_moment(signals, &mut moment);
            trails.take(&scene, &moment, time);
        };
        Retrace::start(model, Arc::clone(&self.now.changes), times, trails, look).ok()
    }

    pub(super) fn shown(&self) -> Shown {
        Shown { scene: Arc::clone(self.scene()), moment: self.now.moment.clone(), time: self.now.time }
    }

    /// Around all that will be shown, where that is known before.
    pub(super) fn extent(&mut self, hidden: &Hidden) -> Option<Extent> {
        match &mut self.source {
            Source::Live(..) => None,
            Source::Replay(playback, _) => playback.extent(hidden),
        }
    }

    pub(super) fn scene(&self) -> &Arc<Scene> {
        match &self.source {
            Source::Live(live, _) => live.scene(),
            Source::Replay(playback, _) => playback.replay().scene(),
        }
    }

    /// Whether there is something new to be seen.
    pub(super) fn is_newer(&self) -> bool {
        match &self.source {
            Source::Live(live, _) => live.is_newer(),
            Source::Replay(playback, _) => playback.is_newer(),
        }
    }

    /// Sees what there is to be seen.
    pub(super) fn refresh(&mut self) {
        let newest = match &mut self.source {
            Source::Live(live, _) => live.newest(),
            Source::Replay(playback, _) => playback.newest(),
        };
        self.now.clone_from(newest);
        if let Source::Live(live, _) = &mut self.source {
            live.events().iter().for_each(|batch| self.events.take(batch));
        }
        self.look_up();
    }

    /// Ends what plays, when it has done all that it was told.
    pub(super) fn end(&mut self) {
        if let Source::Live(live, _) = &mut self.source {
            live.end();
        }
        self.refresh();
    }

    /// So much time went by on the wall, s; a run has a clock of its own.
    fn pass(&mut self, seconds: f64) {
        if let Source::Replay(playback, _) = &mut self.source {
            playback.pass(seconds);
        }
    }
}

/// So many points has the past of a number that nobody asked for before.
const OF_A_PAST: u32 = 2000;
/// So many looks tell how far all will reach.
const OF_WHAT_COMES: u32 = 200;

/// Times from one to another, s, both among them.
fn evenly(from: f64, to: f64, count: u32) -> Vec<f64> {
    (0..=count).map(|step| from + (to - from) * f64::from(step) / f64::from(count)).collect()
}

/// Shows what plays.
pub(super) fn show(mut player: ResMut<Player>, mut shown: ResMut<Shown>, time: Res<Time<Real>>) {
    // Only what is new counts as a change.
    let going = player.bypass_change_detection();
    going.pass(time.delta_secs_f64());
    if !going.is_newer() {
        return;
    }
    player.refresh();
    if shown.moment != player.now.moment {
        shown.moment.clone_from(&player.now.moment);
    }
    shown.time = player.now.time;
}

#[cfg(test)]
pub(in crate::window) mod tests {
    use bowline_engine::provenance::ScenarioRecord;
    use bowline_engine::replay::{MomentTimes, ViewRecorder};
    use bowline_engine::{Catalog, LoadOptions, NoRecorder, Run, Sources};

    use super::*;

    /// Something that flies for 2 s, 1 m each second.
    fn model() -> (Sources, Arc<Model>) {
        let text = r#"<Contents>
  <OBJECTS>
    <Lib LibName="FhsimTutorialLibrary" SimObject="Body/Mass" Name="B" Mass="1" g="0"/>
  </OBJECTS>
  <INTERCONNECTIONS><Connection B.Force="0,0,0"/></INTERCONNECTIONS>
  <INITIALIZATION><InitialCondition B.Pos="0,0,0" B.Vel="1,0,0"/></INITIALIZATION>
  <INTEGRATION><Engine TOutput="0:1:2"/></INTEGRATION>
</Contents>"#;
        let sources = Sources::new(bowline_engine::Source::new("flies", text));
        let catalog = Catalog::new([&bowline_tutorial::LIBRARY]);
        let model = bowline_engine::load(&sources, &catalog, LoadOptions::default()).expect("it is right");
        (sources, model)
    }

    /// A replay of it, a frame each tenth of a second.
    pub(in crate::window) fn replay() -> Replay {
        let (sources, model) = model();
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("flies.view");
        let file = std::fs::File::create(&path).expect("a file");
        let mut recorder =
            ViewRecorder::new(file, "test", ScenarioRecord::of(sources.scenario()), &model).expect("it is written");
        let times = MomentTimes::with_rate(&model.settings().output_times, 10.0).expect("few");
        let mut run = Run::new(&model);
        let go_on = &mut |_| std::ops::ControlFlow::Continue(());
        recorder.run_to_end(&mut run, times, &mut NoRecorder, go_on).expect("it flies");
        Replay::open(&path).expect("it plays")
    }

    fn at(player: &mut Player) -> (f64, LiveStatus) {
        player.refresh();
        ((player.now().time * 1e9).round() / 1e9, player.now().status)
    }

    #[test]
    fn a_replay_plays_both_ways_and_stops_at_its_ends() {
        use LiveStatus::{Ended, Paused, Running};
        let mut player = Player::replay(replay(), None, Rate::Times(2.0)).expect("it plays");
        player.send(Command::Play);
        assert_eq!(player.span(), [0.0, 2.0]);
        player.pass(0.5);
        assert_eq!(at(&mut player), (1.0, Running));
        player.turn();
        player.pass(0.25);
        assert_eq!(at(&mut player), (0.5, Running));
        player.pass(7.0);
        assert_eq!(at(&mut player), (0.0, Ended));
        player.send(Command::Play);
        player.pass(0.1);
        assert_eq!(at(&mut player), (1.8, Running), "from the end again, backwards");
        player.send(Command::Pause);
        player.pass(0.1);
        assert_eq!(at(&mut player), (1.8, Paused));
        player.send(Command::Jump(9.0));
        assert_eq!(at(&mut player), (2.0, Paused));
        player.step_back();
        player.step_back();
        assert_eq!(at(&mut player), (1.8, Paused));
        player.send(Command::Step);
        assert_eq!(at(&mut player), (1.9, Paused));
    }

    /// A window that draws slowly gets several keys in one picture.
    #[test]
    fn each_of_several_keys_in_a_picture_counts() {
        let (_, model) = model();
        let mut player =
            Player::live(&model, LiveOptions { is_paused: true, ..LiveOptions::default() }).expect("it runs");
        player.send(Command::Rate(Rate::Times(5.0)));
        assert_eq!(player.now().rate, Rate::Times(5.0));
        for _ in 0..3 {
            player.send(Command::PlayOrPause);
        }
        player.send(Command::Rate(Rate::Unlimited));
        let begun = std::time::Instant::now();
        while player.now().status != LiveStatus::Ended {
            assert!(begun.elapsed().as_secs() < 60, "it waits");
            player.refresh();
        }
    }

    /// The ball has a radius of 0.5 m: where it comes to is known before it is there.
    #[test]
    fn how_far_it_will_come_is_foreseen() {
        let (_, model) = model();
        let player = Player::live(&model, LiveOptions { is_paused: true, ..LiveOptions::default() }).expect("it runs");
        let mut foreseen = player.foresee(&Hidden::default()).expect("it runs");
        let extent = foreseen.wait(std::time::Duration::from_secs(60)).flatten().expect("a ball is to be seen");
        assert_eq!((player.now().time, extent.low[0]), (0.0, -0.5));
        assert!((extent.high[0] - 2.5).abs() < 1e-9, "{extent:?}");
    }

    /// It moves 1 m each second.
    #[test]
    fn what_a_replay_shows_lies_between_its_moments() {
        let mut player = Player::replay(replay(), None, Rate::Times(1.0)).expect("it plays");
        player.send(Command::Jump(0.73));
        player.refresh();
        let shown = player.shown();
        let place = shown.scene.in_moment(&shown.moment).find_map(|drawn| match drawn.figure {
            bowline_engine::scene::Figure::Sphere { centre, .. } => Some(centre[0]),
            _ => None,
        });
        assert!((place.unwrap_or_default() - 0.73).abs() < 1e-9, "{place:?}");
    }
}
