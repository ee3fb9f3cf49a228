//! Arguments of what installs the program's help.

use clap::Args;

pub(super) const COMPLETIONS: &str = "\
To install it, for example:
  bowline completions bash > ~/.local/share/bash-completion/completions/bowline
  bowline completions zsh > ~/.zfunc/_bowline    (in a folder of $fpath)
  bowline completions fish > ~/.config/fish/completions/bowline.fish";

pub(super) const MANUAL: &str = "\
To read it, or to install all of them:
  bowline man run | man -l -
  bowline man > ~/.local/share/man/man1/bowline.1
  bowline man run > ~/.local/share/man/man1/bowline-run.1";

#[derive(Debug, Args)]
pub(crate) struct CompletionsArguments {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(crate) struct ManArguments {
    /// The command [default: the program as a whole]
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Option<String>,
}
