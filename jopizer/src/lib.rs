//! Class files in, image and symbols out.
