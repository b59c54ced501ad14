// The WebAssembly module of this page.

import { fromBase64 } from "../shared/payload";

/** Unpacks the module; its text leaves the page. */
export async function readModule(): Promise<Uint8Array<ArrayBuffer>> {
  const element = document.getElementById("module")!;
  const packed = fromBase64(element.textContent);
  element.remove();
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
