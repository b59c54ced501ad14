//! Recordings in files.

use isa::MachineConfig;
use metrics::file::{self, MetricsError};
use metrics::{Every, Metrics};
use recording::{Recording, RecordingError};

use crate::support::{Subject, link};

fn recorded() -> Metrics {
    let linked = link("producer-consumer");
    let subject = Subject::of(&linked, MachineConfig::default());
    subject.windows(&Every::Cycles(10_000), 400_000, false).0
}

fn bytes(metrics: &Metrics) -> Vec<u8> {
    let mut bytes = Vec::new();
    file::write(metrics, &mut bytes).expect("memory can be written");
    bytes
}

#[test]
fn what_is_written_is_read() {
    let metrics = recorded();
    let read = file::read(&bytes(&metrics)).expect("a recording");
    assert!(read == metrics);
}

#[test]
fn a_file_that_is_cut_or_changed_is_refused() {
    let whole = bytes(&recorded());
    let (end, before) = (whole.len() - 1, whole.len() - 2);
    for length in [0, 10, whole.len() / 2, before] {
        assert!(file::read(&whole[..length]).is_err(), "{length}");
    }
    let without_end = Recording::read(&whole[..end]).expect("all sections are there");
    assert!(!without_end.is_whole());
    for place in (0..end).step_by(whole.len() / 40 + 1) {
        let mut changed = whole.clone();
        changed[place] ^= 0x10;
        assert!(file::read(&changed).is_err(), "{place}");
    }
    assert!(matches!(
        file::read(b"{}"),
        Err(MetricsError::Recording(RecordingError::NotARecording))
    ));
}

#[test]
fn a_recording_without_windows_is_told_apart() {
    let mut bytes = Vec::new();
    cross_profile::file::write(&recorded().profile, &mut bytes).expect("memory can be written");
    assert!(matches!(
        file::read(&bytes),
        Err(MetricsError::Recording(RecordingError::Missing(
            file::WINDOWS,
            _
        )))
    ));
}

#[test]
fn windows_that_differ_from_their_profile_are_refused() {
    let mut metrics = recorded();
    metrics.recorded.windows[3].cells[0].figures.0[0] += 1;
    assert!(matches!(
        file::read(&bytes(&metrics)),
        Err(MetricsError::Window(..))
    ));
    let mut metrics = recorded();
    metrics.recorded.windows[3].cells[0].thread = 900;
    assert!(file::read(&bytes(&metrics)).is_err());
}
