// Builds each page into one HTML file with everything inside: dist/PAGE.html.
import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";
import { bundleNotices } from "./notices.mjs";

const root = dirname(fileURLToPath(import.meta.url));
const dist = join(root, "dist");
const pages = ["ring", "validation", "caches", "evaluation", "annotation", "explore", "metrics", "machine"];

await rm(dist, { recursive: true, force: true });
for (const page of pages) {
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    plugins: [bundleNotices(), viteSingleFile()],
    build: {
      outDir: dist,
      emptyOutDir: false,
      target: "es2022",
      modulePreload: false,
      rollupOptions: { input: join(root, `${page}.html`) },
    },
  });
}
