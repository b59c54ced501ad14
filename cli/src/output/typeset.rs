//! Tables for papers and pages: LaTeX (booktabs) and Markdown, by the ending of the file that a command writes.
//!
//! As with the width of the terminal, all tables of a process have the same form, so it is chosen once, when the file is named.

use std::path::Path;
use std::sync::OnceLock;

use anstream::adapter::strip_str;

use crate::output::file_name::has_extension;

/// A form of tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Typesetting {
    /// For pages and issues.
    Markdown,
    /// `tabular` with the rules of booktabs.
    Latex,
}

static CHOSEN: OnceLock<Typesetting> = OnceLock::new();

/// Takes the form that the ending of a file means, if it means one.
pub(crate) fn choose(file: &Path) {
    if let Some(form) = form_of(file) {
        CHOSEN.get_or_init(|| form);
    }
}

/// The form that the ending of a file means.
pub(crate) fn form_of(file: &Path) -> Option<Typesetting> {
    let name = file.to_string_lossy();
    let forms = [("md", Typesetting::Markdown), ("tex", Typesetting::Latex)];
    let found = forms
        .iter()
        .find(|(ending, _)| has_extension(&name, ending));
    found.map(|(_, form)| *form)
}

/// The chosen form; none for aligned columns.
pub(crate) fn chosen() -> Option<Typesetting> {
    CHOSEN.get().copied()
}

/// A text with tables as a whole file: what is beside the tables becomes comments in LaTeX, and paragraphs in Markdown.
pub(crate) fn file(text: &str) -> String {
    let text = strip_str(text).to_string();
    match chosen() {
        None => text,
        Some(form) => form.file(&text),
    }
}

impl Typesetting {
    /// A text with tables of this form as a whole file.
    pub(crate) fn file(self, text: &str) -> String {
        match self {
            Self::Latex => latex_file(text),
            Self::Markdown => markdown_file(text),
        }
    }
}

/// A table in LaTeX; numbers are on the right.
pub(crate) fn latex(header: &[String], rows: &[Vec<String>], is_number: &[bool]) -> String {
    let columns: String = is_number
        .iter()
        .map(|it| if *it { 'r' } else { 'l' })
        .collect();
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
        let row = cells.join(" & ");
        // After the end of a row these are its arguments.
        let guard = if row.starts_with(['[', '*']) {
            "{}"
        } else {
            ""
        };
        format!("{guard}{row} \\\\\n")
    };
    let body: String = rows.iter().map(|row| line(row)).collect();
    let head = line(header);
    format!("{BEGIN}{{{columns}}}\n\\toprule\n{head}\\midrule\n{body}\\bottomrule\n{END}\n")
}

const BEGIN: &str = "\\begin{tabular}";
const END: &str = "\\end{tabular}";

fn escaped(cell: &str) -> String {
    let mut text = String::new();
    for letter in cell.chars() {
        match letter {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => text.extend(['\\', letter]),
            '\\' => text += "\\textbackslash{}",
            '~' => text += "\\textasciitilde{}",
            '^' => text += "\\textasciicircum{}",
            '<' => text += "\\textless{}",
            '>' => text += "\\textgreater{}",
            '|' => text += "\\textbar{}",
            // Two hyphens, not a dash.
            '-' if text.ends_with('-') => text += "{}-",
            letter => text.push(letter),
        }
    }
    // A minus, not a hyphen.
    match text.strip_prefix('-') {
        Some(number) if number.starts_with(|it: char| it.is_ascii_digit()) => {
            format!("$-${number}")
        }
        _ => text,
    }
}

fn latex_file(text: &str) -> String {
    let mut file = "% \\usepackage{booktabs}\n".to_owned();
    let mut in_table = false;
    for line in text.lines() {
        in_table |= line.starts_with(BEGIN);
        file += match (in_table, line.is_empty()) {
            (true, _) | (false, true) => "",
            (false, false) => "% ",
        };
        file += line;
        file.push('\n');
        in_table &= line != END;
    }
    file
}

fn markdown_file(text: &str) -> String {
    let is_row = |line: &str| line.starts_with("| ");
    let mut file = String::new();
    let mut block: Vec<&str> = Vec::new();
    let close = |block: &mut Vec<&str>, file: &mut String| {
        if block.is_empty() {
            return;
        }
        if !file.is_empty() {
            file.push('\n');
        }
        // Aligned words stay aligned.
        let aligned = |line: &&str| line.starts_with(' ') || line.contains("  ");
        let lines = match (is_row(block[0]), block.iter().any(aligned)) {
            (true, _) => block.join("\n"),
            (false, true) => format!("```text\n{}\n```", block.join("\n")),
            (false, false) => block.join("\n\n").replace('<', "&lt;"),
        };
        *file += &lines;
        file.push('\n');
        block.clear();
    };
    for line in text.lines() {
        let other = block
            .last()
            .is_some_and(|last| is_row(last) != is_row(line));
        if other || line.is_empty() {
            close(&mut block, &mut file);
        }
        if !line.is_empty() {
            block.push(line);
        }
    }
    close(&mut block, &mut file);
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_in_latex_has_rules_and_no_letter_that_latex_reads() {
        let header = ["cycles".to_owned(), "method".to_owned()];
        let rows = [vec!["-1,234".to_owned(), "a_b.<init>".to_owned()]];
        let text = latex(&header, &rows, &[true, false]);
        let expected = "\\begin{tabular}{rl}\n\\toprule\ncycles & method \\\\\n\\midrule\n\
                        $-$1,234 & a\\_b.\\textless{}init\\textgreater{} \\\\\n\\bottomrule\n\\end{tabular}\n";
        assert_eq!(text, expected);
        let file = Typesetting::Latex.file(&format!("7 misses\n\n{text}"));
        assert_eq!(
            file,
            format!("% \\usepackage{{booktabs}}\n% 7 misses\n\n{expected}")
        );
    }

    #[test]
    fn no_row_in_latex_begins_with_an_argument_and_hyphens_stay_two() {
        let row = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
        let rows = [
            row(["[I", "--org lru"]),
            row(["*", "---"]),
            row(["1", "[J"]),
        ];
        let text = latex(&row(["[a]", "b"]), &rows, &[false, false]);
        for line in [
            "\n{}[a] & b \\\\\n",
            "\n{}[I & -{}-org lru \\\\\n",
            "\n{}* & -{}-{}- \\\\\n",
            "\n1 & [J \\\\\n",
        ] {
            assert!(text.contains(line), "{line:?} in\n{text}");
        }
    }

    #[test]
    fn text_beside_tables_is_a_paragraph_or_stays_aligned_in_markdown() {
        let file = Typesetting::Markdown.file("7 <misses>\n| a |\n| --: |\n| 1 |\nx   1\ny  20\n");
        assert_eq!(
            file,
            "7 &lt;misses>\n\n| a |\n| --: |\n| 1 |\n\n```text\nx   1\ny  20\n```\n"
        );
    }
}
