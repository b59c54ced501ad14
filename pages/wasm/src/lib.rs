//! The machine for the browser: one object, one method.

use wasm_bindgen::prelude::wasm_bindgen;

/// A program on its machine, and the files that were opened.
#[wasm_bindgen]
pub struct Machine(browser::Bench);

#[wasm_bindgen]
impl Machine {
    /// An empty bench. A panic becomes an exception of the page, with its text.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::new_without_default, reason = "a constructor for JavaScript")]
    pub fn new() -> Self {
        std::panic::set_hook(Box::new(|panic| wasm_bindgen::throw_str(&panic.to_string())));
        Self(browser::Bench::new())
    }

    /// Answers a request in JSON (`browser::Bench::answer`).
    pub fn answer(&mut self, request: &str, bytes: &[u8]) -> String {
        self.0.answer(request, bytes)
    }
}
