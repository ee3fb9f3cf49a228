//! A Slurm of one machine, this one: munge, the controller and the daemon of the
//! node, with ports and folders of their own.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::{cannot_check, text};

/// Nothing here takes so long, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(120);

/// It ends with the test.
pub(crate) struct Cluster {
    folder: TempDir,
    daemons: Vec<Child>,
}

impl Cluster {
    /// A cluster that takes jobs; none where Slurm is not installed.
    pub(crate) fn new() -> Option<Self> {
        for program in ["munged", "slurmctld", "slurmd", "sbatch"] {
            if Command::new(program).arg("-V").stdout(Stdio::null()).stderr(Stdio::null()).status().is_err() {
                cannot_check(&format!("there is no `{program}` here (Debian has it in slurm-wlm and munge)"));
                return None;
            }
        }
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path();
        for name in ["munge", "state", "spool"] {
            fs::create_dir(place.join(name)).unwrap();
        }
        fs::set_permissions(place.join("munge"), fs::Permissions::from_mode(0o700)).unwrap();
        // Nobody else ever asks this one.
        let key = place.join("munge/key");
        fs::write(&key, [7; 1024]).unwrap();
        fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).unwrap();
        fs::write(place.join("slurm.conf"), configuration(place)).unwrap();
        let mut cluster = Self { folder, daemons: Vec::new() };
        let in_folder = |name: &str| cluster.folder.path().join(name).display().to_string();
        let munge = [
            "--foreground".to_owned(),
            "--force".to_owned(),
            format!("--socket={}", in_folder("munge.socket")),
            format!("--key-file={}", in_folder("munge/key")),
            format!("--pid-file={}", in_folder("munge/pid")),
            format!("--log-file={}", in_folder("munge/log")),
            format!("--seed-file={}", in_folder("munge/seed")),
        ];
        cluster.start("munged", &munge);
        cluster.wait("munge's socket", |cluster| cluster.folder.path().join("munge.socket").exists());
        cluster.start("slurmctld", &["-D".to_owned()]);
        cluster.wait("the controller", |cluster| cluster.run("scontrol", &["ping"]).status.success());
        cluster.start("slurmd", &["-D".to_owned()]);
        cluster.wait("the node", |cluster| text(&cluster.run("sinfo", &["-h", "-o", "%T"]).stdout).trim() == "idle");
        Some(cluster)
    }

    /// Submits a job from a folder, and waits for the end of all its tasks.
    pub(crate) fn submit(&self, folder: &Path, script: &str) -> Output {
        self.command("sbatch").args(["--wait", script]).current_dir(folder).output().unwrap()
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("SLURM_CONF", self.folder.path().join("slurm.conf")).env_remove("BOWLINE_LIBRARY_PATH");
        command
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Output {
        self.command(program).args(arguments).output().unwrap()
    }

    fn start(&mut self, program: &str, arguments: &[String]) {
        let said = fs::File::create(self.folder.path().join(format!("{program}.said"))).unwrap();
        let mut command = self.command(program);
        let command = command.args(arguments).stdin(Stdio::null());
        let daemon = command.stdout(said.try_clone().unwrap()).stderr(said).spawn();
        self.daemons.push(daemon.unwrap_or_else(|reason| panic!("{program}: {reason}")));
    }

    fn wait(&self, what: &str, is_there: impl Fn(&Self) -> bool) {
        let began = Instant::now();
        while !is_there(self) {
            if began.elapsed() > PATIENCE {
                let said = ["munged", "slurmctld", "slurmd"].map(|program| {
                    fs::read_to_string(self.folder.path().join(format!("{program}.said"))).unwrap_or_default()
                });
                panic!("{what} does not come: {}", said.join("\n"));
            }
            sleep(Duration::from_millis(100));
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for daemon in self.daemons.iter_mut().rev() {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
    }
}

fn configuration(place: &Path) -> String {
    let name = |program: &str, argument: &str| {
        let output = Command::new(program).arg(argument).output().unwrap();
        text(&output.stdout).trim().to_owned()
    };
    let (host, user) = (name("hostname", "-s"), name("id", "-un"));
    // All are open at once, so that they differ.
    let ports = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    let [controller, node] = ports.map(|port| port.local_addr().unwrap().port());
    let place = place.display();
    format!(
        "ClusterName=test
SlurmctldHost={host}(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket={place}/munge.socket
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmUser={user}
SlurmdUser={user}
SlurmctldPort={controller}
SlurmdPort={node}
StateSaveLocation={place}/state
SlurmdSpoolDir={place}/spool
SlurmctldPidFile={place}/slurmctld.pid
SlurmdPidFile={place}/slurmd.pid
MpiDefault=none
ReturnToService=2
NodeName={host} CPUs=2 NodeAddr=127.0.0.1
PartitionName=all Nodes=ALL Default=YES State=UP
"
    )
}
