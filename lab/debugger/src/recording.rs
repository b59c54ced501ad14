//! Recordings of stretches of the way. The session remembers where one begins; at its end the way is run again under a recorder,
//! which the owner of the session has, as it knows files.

use crate::error::CommandError;
use crate::session::Session;
use crate::stretch::{Begun, Recorder, Stretch};

impl Session {
    /// The same with a recorder, which `record` needs.
    #[must_use]
    pub fn recording_with(mut self, recorder: Recorder) -> Self {
        self.recorder = Some(recorder);
        self
    }

    pub(crate) fn record(&mut self, arguments: &str) -> Result<String, CommandError> {
        if self.recorder.is_none() {
            return Err(CommandError::new(
                "recordings are made by `jop debug`, of a program and not from a checkpoint",
            ));
        }
        let words: Vec<&str> = arguments.split_whitespace().collect();
        match (words[..].split_first(), &self.recording) {
            (None, None) => Ok("no recording has begun".to_owned()),
            (None, Some(begun)) => Ok(format!("{} from {} on", begun.file, begun.from)),
            (Some((&"on", [file, moment @ ..])), _) if moment.len() < 2 => {
                self.begin_recording(file, moment.first().copied())
            }
            (Some((&"off", moment)), _) if moment.len() < 2 => {
                self.end_recording(moment.first().copied())
            }
            _ => Err(CommandError::new(
                "`record` is `record on FILE.jrec [MOMENT]` or `record off [MOMENT]`; a moment is a cycle, Class.method#CALL or bytecode:NAME#NUMBER",
            )),
        }
    }

    fn begin_recording(
        &mut self,
        file: &str,
        moment: Option<&str>,
    ) -> Result<String, CommandError> {
        if let Some(begun) = &self.recording {
            return Err(CommandError::new(format!(
                "{} has begun and is not written; `record off` writes it",
                begun.file
            )));
        }
        if !file.ends_with(".jrec") {
            return Err(CommandError::new(format!(
                "{file}: a recording ends in .jrec"
            )));
        }
        // With the bytecode that runs.
        let now = self.position().since.to_string();
        let from = moment.map_or(now, str::to_owned);
        let text = format!("{file} from {from} on; `record off` writes it");
        self.recording = Some(Begun {
            file: file.to_owned(),
            from,
        });
        Ok(text)
    }

    fn end_recording(&mut self, moment: Option<&str>) -> Result<String, CommandError> {
        let Some(begun) = self.recording.clone() else {
            return Err(CommandError::new(
                "no recording has begun; `record on FILE.jrec` begins one",
            ));
        };
        let until = self.timeline.cycle();
        // A bytecode that begins is no part of it.
        let now = match self.position().begins(until) {
            true => self.position().since,
            false => until,
        };
        let now = now.to_string();
        let (machine, _) = self.timeline.copy_at(self.timeline.first());
        let stretch = Stretch {
            file: &begun.file,
            from: &begun.from,
            to: moment.unwrap_or(&now),
            machine: machine.into_machine(),
            fed: &self.fed,
            until,
        };
        let Some(recorder) = &mut self.recorder else {
            return Ok(String::new());
        };
        let text = recorder(&stretch)?;
        self.recording = None;
        Ok(text)
    }

    /// Remembers input for the way that is run again; what came after now is forgotten.
    pub(crate) fn remember(&mut self, bytes: &[u8]) {
        let now = self.timeline.cycle();
        self.fed.retain(|(cycle, _)| *cycle <= now);
        // What comes in the first cycle is in the machine's first state.
        if now > self.timeline.first() && !bytes.is_empty() {
            self.fed.push((now, bytes.to_vec()));
        }
    }
}
