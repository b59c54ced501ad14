//! Traces of the machine: columns, bytecodes, timelines, pipeline logs, waveforms.
