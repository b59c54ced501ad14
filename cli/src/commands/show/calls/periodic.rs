//! Calls of a method with a period, one by one: release, begin, end, jitter and response time.

mod rows;

use recorders::Choice;
use regression::check::Amount;
use run::Setup;
use serde_json::json;

use self::rows::Rows;
use crate::args::method_names;
use crate::commands::show::Arguments;
use crate::commands::show::recorded_program::recorded;
use crate::commands::show::subject::Subject;
use crate::output::document::{self, Document};
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::table::{Format, Order, counted, thousands};

/// What stands between a method and its period.
const AT: char = '@';

/// A method and the period of its calls, as `step@1ms`.
pub(in crate::commands::show) struct Periodic {
    method: String,
    period: Amount,
}

impl Periodic {
    /// Reads `step@1ms`; none without a period.
    pub(in crate::commands::show) fn read(given: Option<&str>) -> Result<Option<Self>, Error> {
        let Some((method, period)) = given.and_then(|given| given.rsplit_once(AT)) else {
            return Ok(None);
        };
        let period = Amount::read(period)
            .map_err(|reason| Error::Input(format!("--method {method}{AT}{period}: {reason}")))?;
        let method = method.to_owned();
        Ok(Some(Self { method, period }))
    }

    /// Runs the program and prints its calls.
    pub(in crate::commands::show) fn execute(
        &self,
        arguments: &Arguments,
        (subject, top): (&Subject<'_>, usize),
    ) -> Result<u8, Error> {
        let part = arguments.part();
        if let Some(region) = &part.region {
            return Err(Error::Input(format!(
                "--region {region}: calls with a period are those of the whole run; leave it out"
            )));
        }
        let shown = (arguments.order(top), arguments.rows.table_format()?);
        let Some((text, code)) = self.shown(subject, part.thread.as_deref(), shown)? else {
            return Ok(exit_code::INTERRUPTED);
        };
        arguments.rows.print(&text)?;
        Ok(code)
    }

    /// The calls, and the exit code of the run's end; none after Ctrl-C.
    fn shown(
        &self,
        subject: &Subject<'_>,
        thread: Option<&str>,
        (order, format): (Order<'_>, Format),
    ) -> Result<Option<(String, u8)>, Error> {
        let Some(setup) = subject.setup()? else {
            return Err(Error::Input(format!(
                "{}: a recording has no list of calls, which {AT}{} asks for; give the program instead",
                subject.name()?,
                self.period
            )));
        };
        let clock_hz = setup.machine.clk_freq_hz;
        if self.period.cycles(clock_hz).is_none_or(|it| it == 0) {
            return Err(Error::Input(format!(
                "--method {}{AT}{}: the period is no time of one cycle of the clock or more; write 1 ms or 2000 cycles",
                self.method, self.period
            )));
        }
        let method = self.whole_name(&setup)?;
        let choice = Choice {
            calls: vec![method.clone()],
            ..Choice::default()
        };
        let conditions = subject.conditions()?;
        let Some((ran, end)) = recorded(&setup, choice, (&conditions, true))? else {
            return Ok(None);
        };
        let code = exit_code::of_run(end, &setup.program, subject.console);
        let calls = Rows::of(&ran, thread, (&self.period, clock_hz));
        if calls.rows.is_empty() {
            let of_thread = thread.map_or_else(String::new, |it| format!(" in thread {it}"));
            return Err(Error::Input(format!(
                "{}: the run has no call of {method}{of_thread}; `jop show calls` lists all methods that it calls",
                subject.name()?
            )));
        }
        let text = self.render(&calls, (&method, clock_hz), (order, format))?;
        Ok(Some((text, code)))
    }

    fn whole_name(&self, setup: &Setup) -> Result<String, Error> {
        let symbols = setup.program.symbols.as_ref().ok_or_else(|| {
            Error::Input(format!(
                "{}: the image has no names of methods; link it with `jop build`",
                setup.program.name
            ))
        })?;
        Ok(method_names::only(symbols, &self.method)?.to_string())
    }

    fn render(
        &self,
        calls: &Rows,
        (method, clock_hz): (&str, u32),
        (order, format): (Order<'_>, Format),
    ) -> Result<String, Error> {
        let period = self.period.on(clock_hz);
        let table = calls.table().ordered(order, format)?;
        match format {
            Format::Table => {
                let summary = calls.summary(period);
                Ok(format!(
                    "{method}: {} with a period of {} cycles\n{summary}\n{}",
                    counted(calls.rows.len() as u64, "call"),
                    thousands(period),
                    table.for_people()
                ))
            }
            Format::Csv => table.csv(),
            Format::Json => {
                let body = json!({
                    "method": method,
                    "period": period,
                    "spread": document::value(&calls.spread())?,
                    "rows": document::value(&table)?,
                });
                document::json(Document::ReportCallsPeriodic, &body)
            }
        }
    }
}
