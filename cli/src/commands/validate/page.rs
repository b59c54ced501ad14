//! The cases as a page for a browser.

use pages::{ValidationCase, ValidationPrediction};
use validation::Case;

use super::arguments::Arguments;
use super::inputs::Inputs;
use crate::output::errors::Error;
use run::Fingerprint;

/// The page of all cases, each with the fingerprints of what it was measured on.
pub(super) fn html(
    arguments: &Arguments,
    inputs: &Inputs,
    cases: &[Case],
) -> Result<String, Error> {
    let microcode = Fingerprint::of_microcode(&microcode::jvm(arguments.build()));
    let pages: Vec<ValidationCase<'_>> = cases
        .iter()
        .map(|case| ValidationCase {
            program: &case.program,
            machine: &case.machine,
            cycles: case.cycles,
            facts: facts(inputs, case, &microcode),
            predictions: predictions(case),
        })
        .collect();
    let names: Vec<&str> = (0..=u8::MAX)
        .map(|code| isa::Bytecode::of(code).name())
        .collect();
    let title = match cases {
        [case] => case.program.clone(),
        _ => format!("{} runs", cases.len()),
    };
    pages::validation(&title, &pages, &names).map_err(Error::refused)
}

fn predictions(case: &Case) -> Vec<ValidationPrediction<'_>> {
    let scores = case.predictions.iter();
    let prediction = scores.map(|score| ValidationPrediction {
        name: &score.prediction,
        comparison: &score.comparison,
        decomposition: &score.decomposition,
    });
    prediction.collect()
}

fn facts(inputs: &Inputs, case: &Case, microcode: &Fingerprint) -> Vec<(&'static str, String)> {
    let mut facts = vec![("microcode", microcode.digits().to_owned())];
    let job = inputs.jobs.iter().find(|(subject, machine)| {
        let (subject, machine) = (&inputs.subjects[*subject], &inputs.machines[*machine]);
        subject.name == case.program && machine.name == case.machine
    });
    if let Some(&(subject, machine)) = job {
        let machine = Fingerprint::of_machine(&inputs.machines[machine].config);
        let image = Fingerprint::of_image(&inputs.subjects[subject].image.words);
        facts.push(("machine", machine.digits().to_owned()));
        facts.push(("image", image.digits().to_owned()));
    }
    facts
}
