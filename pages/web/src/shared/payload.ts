// The data of a page, as pages/src/payload.rs packs it: base64 of gzip of a header in JSON and columns.

interface ColumnHeader {
  name: string;
  bytes: number;
}

/** The header, and columns that are read when they are asked for. */
export class Payload<Header> {
  readonly header: Header;
  readonly #bytes: Uint8Array;
  readonly #columns = new Map<string, { start: number; end: number }>();

  constructor(bytes: Uint8Array) {
    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
    let start = 4 + length;
    const text = new TextDecoder().decode(bytes.subarray(4, start));
    const header = JSON.parse(text) as Header & { columns: ColumnHeader[] };
    for (const column of header.columns) {
      this.#columns.set(column.name, { start, end: start + column.bytes });
      start += column.bytes;
    }
    if (start !== bytes.length) throw new Error("the data of this page is damaged: make the page again");
    this.header = header;
    this.#bytes = bytes;
  }

  /** A column with a byte for each entry. */
  bytes(name: string): Uint8Array {
    const { start, end } = this.#place(name);
    return this.#bytes.subarray(start, end);
  }

  /** Calls `take` with each of `count` numbers of a column. Numbers are below 2^53. */
  numbers(name: string, count: number, take: (number: number, place: number) => void): void {
    const { start, end } = this.#place(name);
    if (start === end) {
      for (let place = 0; place < count; place++) take(0, place);
      return;
    }
    const bytes = this.#bytes;
    let at = start;
    for (let place = 0; place < count; place++) {
      let byte = bytes[at++]!;
      let number = byte & 0x7f;
      // Multiplied, not shifted: shifts of this language end at 32 bits.
      for (let scale = 128; byte >= 0x80; scale *= 128) {
        byte = bytes[at++]!;
        number += (byte & 0x7f) * scale;
      }
      take(number, place);
    }
    if (at !== end) throw new Error(`column ${name} of this page is damaged: make the page again`);
  }

  #place(name: string): { start: number; end: number } {
    const place = this.#columns.get(name);
    if (!place) throw new Error(`this page has no column ${name}: make the page again`);
    return place;
  }
}

/** Unpacks the data of this page. */
export async function readPayload<Header>(): Promise<Payload<Header>> {
  const element = document.getElementById("data")!;
  const packed = fromBase64(element.textContent);
  element.remove();
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Payload(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/** Bytes of a text in base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const modern = Uint8Array as unknown as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };
  if (modern.fromBase64) return modern.fromBase64(text);
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let place = 0; place < letters.length; place++) bytes[place] = letters.charCodeAt(place);
  return bytes;
}
