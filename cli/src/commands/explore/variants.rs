//! Variants of the instruction set: from options, and from a file with names.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use cost_model::{Carrier, CostTable, RowChange};
use explore::{NamedVariant, Variant};
use isa::bounded_file;
use microcode::{MOVES, jvm_with};
use run::Microcode;

use crate::args::named::no_bytecode;
use crate::output::errors::Error;

/// Name of the instruction set without changes.
const BASE: &str = "base";

/// Varied bytecodes.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Instruction set")]
pub(super) struct VariantArguments {
    /// Where a bytecode is implemented, as in fadd=java,microcode; each value is one instruction set. Write microcode for hardware, too
    #[arg(long, value_name = "BYTECODE=CARRIERS")]
    carrier: Vec<Carriers>,
    /// Cycles of a bytecode in microcode, as in fadd=6,20 or iaload/null=8; each value is one instruction set. For a bytecode in
    /// Java they apply where --carrier moves it to microcode
    #[arg(long, value_name = "ROW=CYCLES")]
    cost: Vec<Costs>,
    /// Instruction sets with names, beside the unchanged one: [[variant]], name = "fpu", set = ["fadd.carrier=microcode", "fadd=6"]
    #[arg(long, value_name = "FILE.toml")]
    variants: Option<PathBuf>,
}

#[derive(Debug, Clone)]
struct Carriers {
    bytecode: String,
    carriers: Vec<Carrier>,
}

#[derive(Debug, Clone)]
struct Costs {
    bytecode: String,
    changes: Vec<RowChange>,
}

impl FromStr for Carriers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (bytecode, carriers) = text
            .split_once('=')
            .ok_or_else(|| "no `=`; write BYTECODE=CARRIERS, as in fadd=microcode".to_owned())?;
        let carrier = |name: &str| match name {
            "microcode" | "hardware" => Ok(Carrier::Microcode),
            "java" => Ok(Carrier::Java),
            _ => Err(format!(
                "`{name}` is no carrier: microcode, hardware or java"
            )),
        };
        let carriers: Result<Vec<Carrier>, String> = carriers.split(',').map(carrier).collect();
        Ok(Self {
            bytecode: bytecode.to_owned(),
            carriers: carriers?,
        })
    }
}

impl FromStr for Costs {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (row, values) = text
            .split_once('=')
            .ok_or_else(|| "no `=`; write ROW=CYCLES, as in fadd=6,20".to_owned())?;
        let change = |value: &str| format!("{row}={value}").parse::<RowChange>();
        let changes = values.split(',').map(change).collect::<Result<_, _>>()?;
        let bytecode = row.split('/').next().unwrap_or(row).to_owned();
        Ok(Self { bytecode, changes })
    }
}

impl VariantArguments {
    /// The options, and which are given.
    pub(super) fn given(&self) -> [(&'static str, bool); 3] {
        [
            ("--carrier", !self.carrier.is_empty()),
            ("--cost", !self.cost.is_empty()),
            ("--variants", self.variants.is_some()),
        ]
    }

    /// The unchanged instruction set, those of the options, and those of the file.
    pub(super) fn load(&self, microcode: &Microcode) -> Result<Vec<Variant>, Error> {
        let build = microcode.build;
        let new = |name: &str, changes: Vec<RowChange>, microcode: &Microcode| {
            Variant::new(name, microcode.clone(), build, changes)
                .map_err(Error::at(format!("instruction set `{name}`")))
        };
        let base = new(BASE, Vec::new(), microcode)?;
        let combined = self.combined(base.table())?;
        let mut variants = vec![base];
        for changes in combined {
            let name: Vec<String> = changes.iter().map(ToString::to_string).collect();
            variants.push(new(&name.join(" "), changes, microcode)?);
        }
        let named = match &self.variants {
            Some(path) => read(path)?,
            None => Vec::new(),
        };
        for variant in named {
            let of_file = self.variants.as_deref().unwrap_or(Path::new(""));
            let refuse = |reason: String| {
                Error::Input(format!(
                    "{}: variant `{}`: {reason}",
                    of_file.display(),
                    variant.name
                ))
            };
            let changes: Result<Vec<RowChange>, String> =
                variant.set.iter().map(|text| text.parse()).collect();
            let changes = changes.map_err(refuse)?;
            let moved = moved(&variant, microcode)?;
            let refuse = |reason: Error| {
                Error::Input(format!(
                    "{}: variant `{}`: {reason}",
                    of_file.display(),
                    variant.name
                ))
            };
            let moved = moved.as_ref().unwrap_or(microcode);
            let moved = Variant::new(&*variant.name, moved.clone(), build, changes);
            variants.push(moved.map_err(|reason| refuse(Error::refused(reason)))?);
        }
        for (number, variant) in variants.iter().enumerate() {
            if variants[..number]
                .iter()
                .any(|before| before.name == variant.name)
            {
                return Err(Error::Input(format!(
                    "two instruction sets are called `{}`; rename one (`{BASE}` is the unchanged one)",
                    variant.name
                )));
            }
        }
        Ok(variants)
    }

    /// Every combination of carriers and costs; each but the unchanged one.
    fn combined(&self, table: &CostTable) -> Result<Vec<Vec<RowChange>>, Error> {
        let mut bytecodes: Vec<&str> = Vec::new();
        let carriers = self.carrier.iter().map(|given| given.bytecode.as_str());
        let costs = self.cost.iter().map(|given| given.bytecode.as_str());
        for bytecode in carriers.chain(costs) {
            if !bytecodes.contains(&bytecode) {
                bytecodes.push(bytecode);
            }
        }
        let mut combined: Vec<Vec<RowChange>> = vec![Vec::new()];
        for bytecode in bytecodes {
            let choices = self.choices(bytecode, table)?;
            combined = combined
                .iter()
                .flat_map(|before| {
                    let with = |choice: &Vec<RowChange>| [before.as_slice(), choice].concat();
                    choices.iter().map(with)
                })
                .collect();
        }
        combined.retain(|changes| !changes.is_empty());
        Ok(combined)
    }

    /// The choices for one bytecode: none is the base's.
    fn choices(&self, bytecode: &str, table: &CostTable) -> Result<Vec<Vec<RowChange>>, Error> {
        let Some(row) = table.all_rows().find(|row| row.name == bytecode) else {
            let names: Vec<&str> = table.all_rows().map(|row| row.name.as_str()).collect();
            let instead = no_bytecode(bytecode, names);
            return Err(Error::Input(format!("{bytecode}: no bytecode; {instead}")));
        };
        let given = self
            .carrier
            .iter()
            .filter(|given| given.bytecode == bytecode);
        let mut carriers: Vec<Carrier> = given.flat_map(|given| given.carriers.clone()).collect();
        if carriers.is_empty() {
            carriers.push(row.carrier);
        }
        let mut costs: Vec<Vec<RowChange>> = vec![Vec::new()];
        for given in self.cost.iter().filter(|given| given.bytecode == bytecode) {
            costs = costs
                .iter()
                .flat_map(|before| {
                    let with = |change: &RowChange| {
                        [before.as_slice(), std::slice::from_ref(change)].concat()
                    };
                    given.changes.iter().map(with)
                })
                .collect();
        }
        let mut choices = Vec::new();
        for carrier in carriers {
            let moves = carrier != row.carrier;
            if carrier == Carrier::Java {
                let change = moves.then(|| change(bytecode, "java")).transpose()?;
                choices.push(change.into_iter().collect());
                continue;
            }
            if row.carrier == Carrier::Java && !moves {
                choices.push(Vec::new());
                continue;
            }
            let change = moves.then(|| change(bytecode, "microcode")).transpose()?;
            let with = |costs: &Vec<RowChange>| change.iter().chain(costs).cloned().collect();
            choices.extend(costs.iter().map(with));
        }
        Ok(choices)
    }
}

fn change(bytecode: &str, carrier: &str) -> Result<RowChange, Error> {
    let change = format!("{bytecode}.carrier={carrier}").parse();
    change.map_err(Error::Input)
}

/// Our microcode with the moves of a variant; none without moves.
fn moved(variant: &NamedVariant, microcode: &Microcode) -> Result<Option<Microcode>, Error> {
    if variant.define.is_empty() {
        return Ok(None);
    }
    let Some(build) = microcode.build else {
        return Err(Error::Input(format!(
            "variant `{}`: `define` moves bytecodes of our microcode; leave out --microcode",
            variant.name
        )));
    };
    for name in &variant.define {
        if !MOVES.iter().any(|(known, _)| known == name) {
            let known: Vec<&str> = MOVES.iter().map(|(known, _)| *known).collect();
            return Err(Error::Input(format!(
                "variant `{}`: no move `{name}`; one of {}",
                variant.name,
                known.join(", ")
            )));
        }
    }
    let assembly = jvm_with(build, &variant.define)?;
    let name = format!("{}, {}", microcode.name, variant.define.join(", "));
    Ok(Some(Microcode::foreign(name, assembly.program)))
}

fn read(path: &Path) -> Result<Vec<NamedVariant>, Error> {
    let text = bounded_file::text(path, 1, "a file of variants has");
    let text = text.map_err(|reason| Error::Read {
        path: path.to_owned(),
        reason,
    })?;
    NamedVariant::all_of_toml(&text).map_err(Error::at(path.display()))
}
