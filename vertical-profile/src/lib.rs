//! Profiles from Java method down to stall cause, limited to what is asked for.
