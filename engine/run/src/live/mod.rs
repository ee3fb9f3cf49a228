//! A run on a thread of its own: paced, commanded from outside, and looked at
//! by whoever shows it.

mod command;
mod command_handler;
mod edit_history;
mod event_feed;
mod keeper;
mod pacer;
mod retrace;
mod sampler;
mod samples;
mod simulation;
mod speed;
mod view;

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{io, thread};

use triple_buffer::{Output as Reader, triple_buffer};

use crate::driver::recorder::NoRecorder;
use crate::driver::{Run, RunOptions};
use bowline_model::model::Model;
use bowline_model::model::scene::Scene;

use event_feed::EventFeed;
use sampler::Sampler;
use simulation::{Outlets, Simulation};

pub use command::Command;
pub use event_feed::EventBatch;
pub use keeper::{Keeper, Kept};
pub use pacer::{Pacer, Rate};
pub use retrace::Retrace;
pub use samples::Samples;
pub use view::{LiveStatus, LiveView};

/// How a live run begins.
pub struct LiveOptions {
    /// How fast it goes.
    pub rate: Rate,
    /// Whether it waits for [`Command::Play`].
    pub is_paused: bool,
    /// How the run is carried out.
    pub run: RunOptions,
    /// What keeps its rows and moments.
    pub keeper: Box<dyn Keeper>,
}

impl Default for LiveOptions {
    fn default() -> Self {
        Self { rate: Rate::default(), is_paused: false, run: RunOptions::default(), keeper: Box::new(NoRecorder) }
    }
}

impl std::fmt::Debug for LiveOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { rate, is_paused, run, keeper: _ } = self;
        f.debug_struct("LiveOptions")
            .field("rate", rate)
            .field("is_paused", is_paused)
            .field("run", run)
            .finish_non_exhaustive()
    }
}

/// A run on a thread of its own.
///
/// It goes on by [`Run::pass`], as far as the clock on the wall says, and waits:
/// it takes the steps of a run that nobody looks at, and has the same bits. Only
/// [`Command::Set`] and [`Command::Mark`] change how it goes on; they are among
/// the [changes](LiveView::changes), with which a record can repeat the run. Where
/// it is late it goes on as fast as it can. While it is paused it takes no time of
/// the processor.
///
/// Neither side waits for the other: commands are sent, the newest view is found,
/// samples lie ready. Who reads samples too slowly gets fewer of them. A run that
/// fails, or a library that panics, is a [status](LiveStatus::Failed) with a message: the
/// run can be restarted. To drop it ends the thread.
///
/// ```no_run
/// # fn show(model: &std::sync::Arc<bowline_model::Model>) -> Result<(), Box<dyn std::error::Error>> {
/// use bowline_run::live::{Command, Live, LiveOptions, Rate};
///
/// let mut live = Live::start(model, LiveOptions::default())?;
/// live.send(Command::Rate(Rate::Times(2.0)));
/// let scene = live.scene().clone();
/// let view = live.newest();
/// println!("t = {} s", view.time);
/// for drawn in scene.in_moment(&view.moment) { /* ... */ }
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Live {
    scene: Arc<Scene>,
    /// None when the thread is to end.
    commands: Option<Sender<Command>>,
    view: Reader<LiveView>,
    /// Those that nobody has read yet.
    samples: Arc<Mutex<Vec<Samples>>>,
    /// The same of events.
    events: Arc<Mutex<Option<EventBatch>>>,
    /// Hangs up when the thread has ended; behind a lock that nobody else takes, so that threads may share this.
    ended: Mutex<Receiver<()>>,
}

/// Deep recursion in a library has as much room as on the main thread.
const STACK: usize = 8 << 20;
/// Whoever drops it waits so long for a step to end.
const PATIENCE: Duration = Duration::from_secs(2);

impl Live {
    /// Begins a run on a thread of its own.
    ///
    /// # Errors
    /// The system has no thread for it.
    pub fn start(model: &Arc<Model>, options: LiveOptions) -> io::Result<Self> {
        let scene = Arc::new(model.scene());
        let LiveOptions { rate, is_paused, run: run_options, mut keeper } = options;
        let mut run = Run::with(model, run_options);
        run.keep_events(Run::MANY_EVENTS);
        keeper.begin(&mut run);
        let first = LiveView::first(&mut run, &scene, rate);
        let (writer, view) = triple_buffer(&first);
        let (commands, orders) = mpsc::channel();
        let samples = Arc::new(Mutex::new(Vec::new()));
        let events = Arc::new(Mutex::new(None));
        let sampler = Sampler::new(Arc::clone(&samples));
        let event_feed = EventFeed::new(Arc::clone(&events));
        let outlets = Outlets { view: first, writer, sampler, event_feed };
        let (lifeline, ended) = mpsc::channel();
        let for_thread = Arc::clone(&scene);
        thread::Builder::new().name("simulation".to_owned()).stack_size(STACK).spawn(move || {
            // It hangs up when all else of the thread is gone.
            let _lifeline = lifeline;
            let mut simulation = Simulation::new(run, run_options, for_thread, keeper, outlets);
            simulation.play(!is_paused);
            simulation.obey(&orders);
        })?;
        Ok(Self { scene, commands: Some(commands), view, samples, events, ended: Mutex::new(ended) })
    }

    /// What its moments are drawn with.
    pub fn scene(&self) -> &Arc<Scene> {
        &self.scene
    }

    /// Sends a command, which the run obeys within a few milliseconds, or a step.
    /// Why one could not be obeyed stands in the [view](LiveView::message).
    pub fn send(&self, command: Command) {
        if let Some(commands) = &self.commands {
            // A thread that ended has said why.
            let _ = commands.send(command);
        }
    }

    /// The newest view.
    pub fn newest(&mut self) -> &LiveView {
        self.view.read()
    }

    /// Whether there is a newer view than the one that was looked at last.
    pub fn is_newer(&self) -> bool {
        self.view.updated()
    }

    /// The samples that came since the last call, of the signals that
    /// [`Command::Sample`] names: all up to the newest view, and perhaps some behind it.
    pub fn samples(&mut self) -> impl Iterator<Item = Samples> {
        std::mem::take(&mut *self.samples.lock().unwrap_or_else(PoisonError::into_inner)).into_iter()
    }

    /// What happened since the last call, if anything did: all up to the newest view, and perhaps something behind it.
    pub fn events(&mut self) -> Option<EventBatch> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Ends the thread, when it has obeyed; how the run was then.
    pub fn end(&mut self) -> &LiveView {
        self.hang_up();
        self.view.read()
    }

    fn hang_up(&mut self) {
        self.commands = None;
        let ended = self.ended.get_mut().unwrap_or_else(PoisonError::into_inner);
        // A step that hangs in a calculation must not hang a window.
        if ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
            tracing::warn!("a step of the run does not end; its thread is left alone");
        }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.hang_up();
    }
}
