//! VCD, text that every viewer reads. Each prefix that ends with a line is a complete file, so it can be viewed while
//! it grows, and survives when the process is killed.

use std::io::Write;

use vcd::{IdCode, TimescaleUnit, VarType};

use super::fst::shared;
use super::{Declared, Format, TimeUnit, Value, Writer};
use crate::TraceError;

/// Bytes that are kept until they are written, in whole lines.
const KEPT: usize = 1 << 16;

/// Writes a VCD file.
pub struct Vcd<W: Write> {
    out: W,
    writer: vcd::Writer<Vec<u8>>,
    signals: Vec<(IdCode, Format)>,
}

impl<W: Write> Vcd<W> {
    /// A file to `out`, which gets whole lines in large pieces and needs no buffer.
    pub fn new(out: W) -> Self {
        Self {
            out,
            writer: vcd::Writer::new(Vec::new()),
            signals: Vec::new(),
        }
    }

    fn write_kept(&mut self) -> Result<(), TraceError> {
        let kept = self.writer.writer();
        self.out.write_all(kept)?;
        kept.clear();
        Ok(())
    }
}

impl<W: Write> Writer for Vcd<W> {
    fn declare(&mut self, signals: &[Declared], unit: TimeUnit) -> Result<(), TraceError> {
        let writer = &mut self.writer;
        writer.version(&format!("joplab {}", env!("CARGO_PKG_VERSION")))?;
        let unit = match unit {
            TimeUnit::Nanosecond => TimescaleUnit::NS,
            TimeUnit::Picosecond => TimescaleUnit::PS,
        };
        writer.timescale(1, unit)?;
        let mut open: &[&str] = &[];
        for signal in signals {
            let shared = shared(open, &signal.scopes);
            for _ in shared..open.len() {
                writer.upscope()?;
            }
            for scope in &signal.scopes[shared..] {
                writer.add_module(scope)?;
            }
            open = &signal.scopes;
            let (kind, width) = match signal.format {
                Format::Bits(bits) => (VarType::Reg, bits),
                Format::Text(..) | Format::Name(_) => (VarType::String, 1),
            };
            let id = writer.add_var(kind, width, &signal.name, None)?;
            self.signals.push((id, signal.format));
        }
        for _ in open {
            writer.upscope()?;
        }
        writer.enddefinitions()?;
        Ok(())
    }

    fn time(&mut self, time: u64) -> Result<(), TraceError> {
        if self.writer.writer().len() > KEPT {
            self.write_kept()?;
        }
        self.writer.timestamp(time)?;
        Ok(())
    }

    fn change(&mut self, signal: usize, value: Value<'_>) -> Result<(), TraceError> {
        let (id, format) = self.signals[signal];
        let out = self.writer.writer();
        match (value, format) {
            (Value::Bits(value, 1), _) => writeln!(out, "{value}{id}")?,
            // Leading zeros may be left out.
            (Value::Bits(value, _), _) => writeln!(out, "b{value:b} {id}")?,
            (Value::Text(text), _) => writeln!(out, "s{text} {id}")?,
            (Value::Undefined, Format::Bits(1)) => writeln!(out, "x{id}")?,
            (Value::Undefined, Format::Bits(_)) => writeln!(out, "bx {id}")?,
            (Value::Undefined, _) => writeln!(out, "s- {id}")?,
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), TraceError> {
        self.write_kept()?;
        self.out.flush()?;
        Ok(())
    }
}
