// Tables that are sorted by a click on a heading and filtered by a text.

import { breakable, element } from "./dom";

export interface Column<Row> {
  name: string;
  text(row: Row): string;
  /** What a short text stands for: the filter finds it, too, and the cell has it as its title. */
  full?(row: Row): string;
  /** What rows are sorted by; the text where there is none. */
  key?(row: Row): number;
}

/** Rows that a table shows at most; a filter brings the others. */
const SHOWN = 300;

const kind = (key: unknown) => (key ? "number" : "words");

export class SortableTable<Row> {
  readonly element: HTMLElement;
  readonly #body = element("tbody");
  readonly #count = element("p", { "aria-live": "polite" });
  readonly #filter = element("input", { type: "search", placeholder: "filter …", input: () => this.#show() });
  #rows: readonly Row[] = [];
  #sorted: { column: number; falling: boolean };
  readonly #headings: HTMLTableCellElement[];

  constructor(
    id: string,
    title: string,
    readonly columns: Column<Row>[],
    sortedBy: number,
    readonly clicked?: (row: Row) => void,
    readonly isChosen?: (row: Row) => boolean,
    falling = true,
  ) {
    this.#sorted = { column: sortedBy, falling };
    this.#filter.setAttribute("aria-label", `Filter: ${title}`);
    this.#headings = columns.map(({ name, key }, column) =>
      element("th", { scope: "col", class: kind(key) }, element("button", { type: "button", class: "link", click: () => this.#sort(column) }, name)),
    );
    const table = element("table", {}, element("thead", {}, element("tr", {}, ...this.#headings)), this.#body);
    this.element = element(
      "section",
      { class: "box wide", id },
      element("h2", {}, title),
      element("div", { class: "filter" }, this.#filter, this.#count),
      element("div", { class: "rows" }, table),
    );
  }

  /** Takes other rows. */
  set(rows: readonly Row[]): void {
    this.#rows = rows;
    this.#show();
  }

  /** The rows that the filter leaves, in the order of the table. */
  #chosen(): Row[] {
    const words = this.#filter.value.toLowerCase().split(/\s+/);
    const { column, falling } = this.#sorted;
    const { key, text } = this.columns[column]!;
    const matches = (row: Row) => {
      const all = this.columns.map(({ text, full }) => `${text(row)} ${full?.(row) ?? ""}`.toLowerCase()).join(" ");
      return words.every((word) => all.includes(word));
    };
    const order = (a: Row, b: Row) => (key ? key(a) - key(b) : text(a) < text(b) ? -1 : 1);
    return this.#rows.filter(matches).sort((a, b) => (falling ? order(b, a) : order(a, b)));
  }

  #sort(column: number): void {
    const falling = this.#sorted.column === column ? !this.#sorted.falling : this.columns[column]!.key !== undefined;
    this.#sorted = { column, falling };
    this.#show();
  }

  #show(): void {
    const rows = this.#chosen();
    this.#headings.forEach((heading, column) => {
      const direction = this.#sorted.falling ? "descending" : "ascending";
      heading.ariaSort = column === this.#sorted.column ? direction : "none";
    });
    this.#count.textContent =
      rows.length > SHOWN ? `${SHOWN} of ${rows.length} rows; filter to see others` : `${rows.length} of ${this.#rows.length} rows`;
    this.#body.replaceChildren(
      ...rows.slice(0, SHOWN).map((row) => {
        const cells = this.columns.map(({ text, full, key }) => {
          const cell = element("td", { class: kind(key) }, ...(key ? [text(row)] : breakable(text(row))));
          if (full) cell.title = full(row);
          return cell;
        });
        const line = element("tr", {}, ...cells);
        if (this.isChosen?.(row)) line.setAttribute("aria-selected", "true");
        if (this.clicked) line.addEventListener("click", () => this.clicked!(row));
        return line;
      }),
    );
  }
}
