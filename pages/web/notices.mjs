// Puts the licences and notices of the npm packages that a bundle really contains before its code, where no minifier takes them out.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

const modules = join(import.meta.dirname, "node_modules");
const isNotice = (name) => /^(licen[cs]e|notice|copying|copyright)|notices?(\.(txt|md))?$/i.test(name);
const rule = "=".repeat(80);

/** A file of a package that holds code of the bundle. A virtual module is that of the tool it is named after. */
function fileOf(id) {
  const path = id.startsWith("\0") ? join(modules, id.slice(1)) : id.split("?")[0];
  return path.includes("/node_modules/") ? path : undefined;
}

/** The folder and package.json of the package that a file belongs to: the nearest with a name and a version. */
function packageOf(file) {
  for (let folder = dirname(file); folder !== modules; folder = dirname(folder)) {
    const path = join(folder, "package.json");
    const found = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
    if (found.name && found.version) return { folder, ...found };
  }
  throw new Error(`${file} belongs to no package`);
}

/** Texts of a package's licence and notice files with their names, those of code that it contains included. */
function textsOf(folder) {
  const files = readdirSync(folder, { withFileTypes: true });
  const own = files.filter((file) => file.isFile() && isNotice(file.name)).map((file) => file.name);
  const folders = files.filter((file) => file.isDirectory() && /^licen[cs]es?$/i.test(file.name));
  const contained = folders.flatMap(({ name }) => readdirSync(join(folder, name)).map((file) => join(name, file)));
  const names = [...own, ...contained].sort();
  return new Map(names.map((name) => [trimmed(readFileSync(join(folder, name), "utf8")), name]));
}

/** Comments of a source that speak of a licence or a copyright. */
function commentsOf(file) {
  const source = existsSync(file) ? readFileSync(file, "utf8") : "";
  const comments = source.match(/\/\*[^]*?\*\//g) ?? [];
  return comments.filter((text) => /licen[cs]e|copyright/i.test(text)).map((text) => trimmed(unframed(text)));
}

const unframed = (comment) => comment.replace(/^\/\*!?|\*\/$/g, "").replace(/^[ \t]*\*[ \t]?/gm, "");

/** A text without frames of stars, the indentation of all its lines, blank lines around it and spaces at ends of lines. */
function trimmed(text) {
  const unstarred = text.replace(/\r\n?/g, "\n").replace(/(\/\*!?)?[ \t]*\*{5,}[ \t]*(\*\/)?/g, "");
  const lines = unstarred.split("\n").map((line) => line.trimEnd());
  const indents = lines.filter(Boolean).map((line) => line.search(/\S/));
  const indent = Math.min(...indents);
  return lines.map((line) => line.slice(indent)).join("\n").replace(/^\n+|\n+$/g, "").replace(/\n{3,}/g, "\n\n");
}

/** What has to be said of the packages whose modules these are, each text once for a package. */
function notices(ids) {
  const packages = new Map();
  for (const file of ids.map(fileOf).filter(Boolean)) {
    const { folder, name, version, license } = packageOf(file);
    const title = `${name} ${version} (${license})`;
    if (!packages.has(title)) packages.set(title, { texts: textsOf(folder), comments: new Set() });
    for (const comment of commentsOf(file)) packages.get(title).comments.add(comment);
  }
  const titles = [...packages.keys()].sort();
  return titles.map((title) => {
    const { texts, comments } = packages.get(title);
    if (texts.size === 0) throw new Error(`${title} has no licence file to quote`);
    const sources = [...comments].filter((text) => !texts.has(text)).sort();
    const files = [...texts].map(([text, name]) => `--- ${name}\n\n${text}\n`);
    const parts = sources.length > 0 ? [...files, `--- comments in its sources\n\n${sources.join("\n\n")}\n`] : files;
    return `${rule}\n${title}\n${rule}\n\n${parts.join("\n")}`;
  });
}

/** The plugin. It works after the minifier and before the code goes into the page. */
export function bundleNotices() {
  return {
    name: "bundle-notices",
    enforce: "post",
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        const rendered = Object.entries(chunk.modules).filter(([, { renderedLength }]) => renderedLength > 0);
        const texts = notices(rendered.map(([id]) => id));
        if (texts.length === 0) continue;
        const banner = `Third-party notices\n\nThis page contains code of these packages.\n\n${texts.join("\n")}`;
        if (/\*\/|<\/script|<!--/i.test(banner)) throw new Error("a notice would end the comment that holds it");;
        chunk.code = `/*!\n${banner}*/\n${chunk.code}`;
      }
    },
  };
}
