// Reads exports with the importers of speedscope and of pprof-format, and prints their figures as JSON:
// for each file its total and, by function, own and inclusive weight.
// Usage: node readers.mjs NODE_MODULES FILE...
import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import zlib from 'node:zlib';
import { createRequire } from 'node:module';

const [modules, ...files] = process.argv.slice(2);
const require = createRequire(path.join(path.resolve(modules), 'x.js'));

// speedscope ships one script for browsers. Its importer is reached by running the script with a page that does nothing.
function speedscope() {
  const folder = path.join(modules, 'speedscope/dist/release');
  const bundle = fs.readdirSync(folder).find((name) => /^speedscope-.*\.js$/.test(name));
  const code = fs.readFileSync(path.join(folder, bundle), 'utf8');
  const importer = /async function [\w$]+\([\w$]+,[\w$]+\)\{return\(await ([\w$]+)\)\.importProfileGroupFromText/;
  const found = code.match(importer);
  if (!found) throw new Error('speedscope: no importer in its script');
  const page = new Proxy(function () {}, {
    get: (_, name) => (name === Symbol.toPrimitive ? () => '' : page),
    set: () => true, apply: () => page, construct: () => page,
  });
  const context = vm.createContext({
    window: page, document: page, navigator: page, localStorage: page, location: page, self: page,
    console: { log() {}, warn() {}, error() {}, time() {}, timeEnd() {} },
    setTimeout, clearTimeout, TextDecoder, TextEncoder, URL, URLSearchParams, Uint8Array, ArrayBuffer, DataView,
  });
  try {
    vm.runInContext(code.replace(importer, `globalThis.importer=${found[1]};$&`), context);
  } catch (error) {
    // What draws the page fails; the importer is there before.
    if (!context.importer) throw error;
  }
  return context.importer;
}

async function bySpeedscope(file) {
  const importer = await speedscope();
  const text = fs.readFileSync(file, 'utf8');
  const group = await importer.importProfileGroupFromText(path.basename(file), text);
  const figures = { total: 0, functions: {} };
  for (const profile of group.profiles) {
    figures.total += profile.getTotalNonIdleWeight();
    profile.forEachFrame((frame) => {
      const sums = (figures.functions[frame.name] ??= [0, 0]);
      sums[0] += frame.getSelfWeight();
      sums[1] += frame.getTotalWeight();
    });
  }
  return figures;
}

function byPprof(file) {
  const { Profile } = require('pprof-format');
  const profile = Profile.decode(zlib.gunzipSync(fs.readFileSync(file)));
  const text = (place) => profile.stringTable.strings[Number(place)];
  const functions = new Map(profile.function.map((f) => [Number(f.id), f]));
  const locations = new Map(profile.location.map((l) => [Number(l.id), functions.get(Number(l.line[0].functionId))]));
  const types = {};
  profile.sampleType.forEach((type, place) => {
    const figures = { total: 0, functions: {} };
    for (const sample of profile.sample) {
      const weight = Number(sample.value[place]);
      const chain = sample.locationId.map((id) => text(locations.get(Number(id)).systemName));
      figures.total += weight;
      (figures.functions[chain[0]] ??= [0, 0])[0] += weight;
      for (const name of new Set(chain)) (figures.functions[name] ??= [0, 0])[1] += weight;
    }
    types[text(type.type)] = figures;
  });
  const names = Object.fromEntries(profile.function.map((f) => [text(f.systemName), text(f.name)]));
  const places = Object.fromEntries(profile.function.map((f) => [text(f.systemName), [text(f.filename), Number(f.startLine)]]));
  return { types, names, places };
}

const read = {};
for (const file of files) {
  read[path.basename(file)] = file.endsWith('.pb.gz') ? byPprof(file) : await bySpeedscope(file);
}
console.log(JSON.stringify(read));
