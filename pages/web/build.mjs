// Builds each page into one HTML file, dist/PAGE.html, and each library of others into one script, dist/NAME.js.
//
// A page does not hold its library: it takes it from a global variable, which a script before its own sets. The place of that
// script is a mark in the page's HTML that the crate `pages` fills.
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";
import { bundleNotices } from "./notices.mjs";

const root = dirname(fileURLToPath(import.meta.url));
const dist = join(root, "dist");
const pages = ["ring", "validation", "caches", "evaluation", "annotation", "explore", "metrics", "machine"];
/** Files of src/libraries, and the variables that hold what they export. */
const libraries = new Map([
  ["echarts", "ECharts"],
  ["codemirror", "CodeMirror"],
]);
const source = (library) => join(root, "src/libraries", `${library}.ts`);

/** Options that all builds share. */
const usual = (plugins, own) => ({
  root,
  configFile: false,
  logLevel: "warn",
  plugins: [bundleNotices(), ...plugins],
  build: { outDir: dist, emptyOutDir: false, target: "es2022", modulePreload: false, ...own },
});

/** Builds a library; gives the names that it exports. */
async function buildLibrary(library, name) {
  const lib = { entry: source(library), formats: ["iife"], name, fileName: () => `${library}.js` };
  const define = { "process.env.NODE_ENV": JSON.stringify("production") };
  const [{ output }] = await build({ ...usual([], { lib }), define });
  const [{ code, exports }] = output;
  if (/<\/script|<!--/i.test(code)) throw new Error(`${library} would end the script that holds it`);
  return exports;
}

/** In pages the libraries are what their scripts have left in the variables. */
function fromVariables(exported) {
  return {
    name: "libraries-from-variables",
    enforce: "pre",
    load(id) {
      for (const [library, names] of exported) {
        if (id === source(library)) return `export const { ${names.join(", ")} } = globalThis.${libraries.get(library)};`;
      }
      return undefined;
    },
  };
}

await rm(dist, { recursive: true, force: true });
const exported = new Map();
for (const [library, name] of libraries) exported.set(library, await buildLibrary(library, name));
for (const page of pages) {
  const rollupOptions = { input: join(root, `${page}.html`) };
  await build(usual([fromVariables(exported), viteSingleFile()], { rollupOptions }));
}
