// The machine in the browser: programs, files, lessons; panels of one moment; steps, runs and links.

import "../shared/style.css";
import "../shared/charts.css";
import "./panels.css";
import "./machine.css";
import { showFailure } from "../shared/dom";
import { readPayload } from "../shared/payload";
import { Bench } from "./bench";
import { readPlace } from "./link";
import { readModule } from "./module";
import { type Header, Page } from "./page";

async function main(): Promise<void> {
  const [payload, module] = await Promise.all([readPayload<Header>(), readModule()]);
  const bench = await Bench.of(module, payload.header.library, payload.bytes("library"));
  const licences = () => new TextDecoder().decode(payload.bytes("licences"));
  const page = new Page(bench, payload.header, licences);
  const place = readPlace();
  await page.begin(payload.header, payload.bytes("files"), place);
  document.documentElement.dataset["ready"] = "";
}

main().catch(showFailure);
