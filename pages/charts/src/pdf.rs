//! A scene as one page of PDF. Letters are Helvetica, which every reader has; no font is embedded.

use pdf_writer::{Content, Name, Pdf, Rect, Ref, Str};

use crate::letters::{SIZE, width};
use crate::shape::{Anchor, Scene, Shape};

const FONT: Name<'static> = Name(b"F");

pub(crate) fn bytes(scene: &Scene) -> Vec<u8> {
    let [catalog, tree, page, font, content] = [1, 2, 3, 4, 5].map(Ref::new);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    pdf.pages(tree).kids([page]).count(1);
    let mut leaf = pdf.page(page);
    leaf.media_box(Rect::new(0.0, 0.0, scene.width as f32, scene.height as f32));
    leaf.parent(tree).contents(content);
    leaf.resources().fonts().pair(FONT, font);
    leaf.finish();
    let mut helvetica = pdf.type1_font(font);
    helvetica.base_font(Name(b"Helvetica"));
    helvetica.encoding_predefined(Name(b"WinAnsiEncoding"));
    helvetica.finish();
    pdf.stream(content, &drawn(scene));
    pdf.finish()
}

use pdf_writer::Finish as _;

fn drawn(scene: &Scene) -> Vec<u8> {
    let mut content = Content::new();
    for shape in &scene.shapes {
        match shape {
            Shape::Line {
                points,
                colour,
                width,
            } => {
                let [r, g, b] = rgb(*colour);
                content
                    .set_stroke_rgb(r, g, b)
                    .set_line_width(*width as f32);
                path(&mut content, points, scene.height);
                content.stroke();
            }
            Shape::Area { points, colour } => {
                let [r, g, b] = rgb(*colour);
                content.set_fill_rgb(r, g, b);
                path(&mut content, points, scene.height);
                content.close_path().fill_nonzero();
            }
            Shape::Text {
                at,
                anchor,
                rises,
                text,
            } => {
                let shift = match anchor {
                    Anchor::Start => 0.0,
                    Anchor::Middle => width(text) / 2.0,
                    Anchor::End => width(text),
                };
                let (x, y) = (at.0, scene.height - at.1);
                let matrix = match rises {
                    true => [0.0, 1.0, -1.0, 0.0, x as f32, (y - shift) as f32],
                    false => [1.0, 0.0, 0.0, 1.0, (x - shift) as f32, y as f32],
                };
                content.set_fill_gray(0.0).begin_text();
                content.set_font(FONT, SIZE as f32).set_text_matrix(matrix);
                content.show(Str(&letters(text))).end_text();
            }
        }
    }
    content.finish().to_vec()
}

fn path(content: &mut Content, points: &[(f64, f64)], height: f64) {
    for (place, (x, y)) in points.iter().enumerate() {
        let (x, y) = (*x as f32, (height - y) as f32);
        match place {
            0 => content.move_to(x, y),
            _ => content.line_to(x, y),
        };
    }
}

fn rgb(colour: u32) -> [f32; 3] {
    [16, 8, 0].map(|shift| (colour >> shift & 0xff) as f32 / 255.0)
}

/// A text in the encoding of the font; letters that it lacks become question marks.
fn letters(text: &str) -> Vec<u8> {
    let letter = |letter: char| match u32::from(letter) {
        code @ (0x20..=0x7e | 0xa0..=0xff) => code as u8,
        _ => b'?',
    };
    text.chars().map(letter).collect()
}
