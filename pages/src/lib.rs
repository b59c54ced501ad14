//! Self-contained HTML pages: ring charts, cache exploration, validation.
