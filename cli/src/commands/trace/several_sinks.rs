//! The forms of a trace of several processors.

use isa::Processors;
use run::Setup;
use trace::bytecodes::Bytecodes;
use trace::columns::CsvRows;
#[cfg(feature = "whole")]
use trace::columns::ParquetRows;
use trace::konata::Konata;
use trace::several::columns::SeveralColumns;
use trace::several::{Alone, Texts};
use trace::timeline::{LEGEND, Timeline};
use trace::waveform::{several_fst_file, several_vcd_file};
use trace::{CodeNames, SeveralSink, TraceError};

use super::form::{Form, Opened};

/// The sink of all processors, or of the chosen one.
pub(super) fn sink<'a>(
    form: Form,
    out: Opened,
    setup: &'a Setup,
    (processors, chosen): (&Processors, Option<usize>),
) -> Result<Box<dyn SeveralSink + 'a>, TraceError> {
    let names = || names(setup);
    let machine = (&setup.machine, processors);
    let cores = usize::from(processors.cores);
    Ok(match (form, out) {
        (Form::Fst, Opened::Pending(file)) => {
            several_fst_file(Box::new(file), names(), machine, chosen)
        }
        (Form::Vcd, out) => several_vcd_file(out.writer(), names(), machine, chosen),
        #[cfg(feature = "whole")]
        (Form::Parquet, Opened::Pending(file)) => {
            let rows = ParquetRows::new(file);
            Box::new(SeveralColumns::new(rows, machine.0, processors))
        }
        (Form::Csv, out) => {
            let rows = CsvRows::new(out.writer());
            Box::new(SeveralColumns::new(rows, machine.0, processors))
        }
        (Form::Konata, out) => {
            let cores = processors.cores.into();
            Box::new(Konata::several(out.writer(), names(), cores))
        }
        (Form::Bytecodes, out) => match chosen {
            Some(_) => Box::new(Alone(Bytecodes::new(out.writer(), names()))),
            None => Box::new(Texts::new(out.writer(), cores, "", |part| {
                Box::new(Bytecodes::new(part, names()))
            })),
        },
        (_, out) => match chosen {
            Some(_) => Box::new(Alone(Timeline::new(out.writer(), names(), true))),
            None => Box::new(Texts::new(out.writer(), cores, LEGEND, |part| {
                Box::new(Timeline::new(part, names(), false))
            })),
        },
    })
}

fn names(setup: &Setup) -> CodeNames<'_> {
    let program = &setup.program;
    let linked = program.symbols.as_ref();
    let linked = linked.map(|symbols| (&program.image, symbols));
    CodeNames::new(linked, &setup.microcode.program)
}
