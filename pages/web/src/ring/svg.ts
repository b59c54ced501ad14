// The chart as it is seen, as an SVG document for papers.

import { count, share } from "../shared/format";
import { textOn } from "../shared/palette";
import type { Chart } from "./chart";
import { centreText, fills, FONT, type Shape, shape } from "./draw";

const LEGEND_LINE = 18;

/** Writes the document; the legend and what the figures are of stand below the chart. */
export function svg(chart: Chart): string {
  const { scene, names, size } = chart.segmentsForExport();
  const { tree, weights, segments, colours, ink } = scene;
  const notes = [
    `${tree.header.title}: ${weights.metric} below ${tree.name(chart.root)}, ${count(weights.total(chart.root))} in all`,
    ...tree.header.sides.map(({ name, provenance: p }) =>
      [name, p.program, p.engine, p.machine && `machine ${p.machine.slice(0, 12)}`, p.image && `image ${p.image.slice(0, 12)}`]
        .filter(Boolean)
        .join(", "),
    ),
  ];
  const height = size + LEGEND_LINE * (colours.legend.length + notes.length + 2);
  const painted = fills(scene);
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${height}" width="${size}" height="${height}" font-family="${FONT}" font-size="11">`,
    `<title>${escape(tree.header.title)}</title>`,
    `<rect width="100%" height="100%" fill="${ink.background}"/>`,
    `<g transform="translate(${size / 2} ${size / 2})">`,
  ];
  const all = weights.total(0);
  for (let segment = 0; segment < segments.length; segment++) {
    const context = segments.context[segment]!;
    const isRest = segments.rest[segment]! > 0;
    const total = isRest ? restTotal(chart, context, segments.rest[segment]! - 1) : weights.total(context);
    const title = `${isRest ? "smaller callees of " : ""}${tree.name(context)}: ${count(total)} ${weights.metric}, ${share(total, all)}`;
    const fill = painted.styles[painted.of(segment)]!;
    lines.push(`<path fill="${fill}" d="${path(shape(scene, segment))}"><title>${escape(title)}</title></path>`);
  }
  lines.push(`<g text-anchor="middle" dominant-baseline="central">`);
  for (const { segment, text, x, y, turn } of names) {
    const colour = textOn(painted.styles[painted.of(segment)]!);
    const degrees = ((turn * 180) / Math.PI).toFixed(1);
    lines.push(
      `<text fill="${colour}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${degrees})">${escape(text)}</text>`,
    );
  }
  if (segments.length > 0) {
    const colour = textOn(painted.styles[painted.of(0)]!);
    const [name, amount] = centreText(weights, chart.root);
    lines.push(`<text fill="${colour}" y="-8">${escape(name)}</text><text fill="${colour}" y="9">${amount}</text>`);
  }
  lines.push("</g></g>");
  let y = size + LEGEND_LINE;
  const text = (x: number, content: string) =>
    lines.push(`<text x="${x}" y="${y}" fill="${ink.text}">${escape(content)}</text>`);
  for (const note of notes) {
    text(10, note);
    y += LEGEND_LINE;
  }
  text(10, colours.title);
  for (const entry of colours.legend) {
    y += LEGEND_LINE;
    lines.push(`<rect x="10" y="${y - 10}" width="12" height="12" fill="${entry.colour}"/>`);
    text(28, entry.text);
  }
  lines.push("</svg>");
  return lines.join("\n") + "\n";
}

/** What the smaller callees of a context have, those after the first `drawn`. */
export function restTotal(chart: Chart, context: number, drawn: number): number {
  const callees = chart.weights.callees(context).subarray(drawn);
  return callees.reduce((sum, callee) => sum + chart.weights.total(callee), 0);
}

function path({ inner, outer, from, to }: Shape): string {
  const point = (radius: number, angle: number) =>
    `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
  // Arcs of a whole turn have no direction; two halves have.
  const arc = (radius: number, start: number, end: number) => {
    const middle = (start + end) / 2;
    const sweep = end > start ? 1 : 0;
    return [middle, end].map((to) => `A${radius.toFixed(2)} ${radius.toFixed(2)} 0 0 ${sweep} ${point(radius, to)}`).join("");
  };
  const around = `M${point(outer, from)}${arc(outer, from, to)}`;
  if (inner <= 0) return `${around}Z`;
  const whole = to - from > 2 * Math.PI - 1e-9;
  return `${around}${whole ? "ZM" : "L"}${point(inner, to)}${arc(inner, to, from)}Z`;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
