//! Tests that the generated methods and operands do on the machine what the host does.

mod floats;
mod methods;
