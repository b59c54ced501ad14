//! Method-cache organisations.
