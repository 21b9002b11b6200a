// Builds the engine, `dist/nunatak.wasm`, and the page, `dist/page`.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { build } from "esbuild";

const folder = dirname(fileURLToPath(import.meta.url));
const root = dirname(folder);
const TARGET = "wasm32-wasip1";
const read = (...path) => readFileSync(join(folder, ...path), "utf8");
const cargo = (...words) => execFileSync("cargo", words, { cwd: root, maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] });

/** Returns what cargo knows of the packages. */
function metadata() {
  return JSON.parse(cargo("metadata", "--locked", "--format-version=1", `--filter-platform=${TARGET}`));
}

/** Checks that the package has the version of the engine. */
function checkVersion({ packages }) {
  const { version } = JSON.parse(read("package.json"));
  const engine = packages.find(({ name }) => name === "nunatak-web");
  if (version !== engine.version) throw new Error(`package.json has version ${version}, Cargo.toml ${engine.version}`);
}

/** Builds the engine, without folders of this machine in its messages. */
function buildEngine({ target_directory: target }) {
  const sysroot = execFileSync("rustc", ["--print", "sysroot"], { encoding: "utf8" }).trim();
  const cargoHome = process.env.CARGO_HOME ?? join(process.env.HOME ?? process.env.USERPROFILE, ".cargo");
  const renamed = [`${root}=nunatak`, `${cargoHome}=cargo`, `${sysroot}=rust`];
  const flags = renamed.map((pair) => `--remap-path-prefix=${pair}`);
  const config = `target.${TARGET}.rustflags=${JSON.stringify(flags)}`;
  process.env.CARGO_PROFILE_RELEASE_STRIP ??= "symbols";
  // These variables would replace the flags of the configuration.
  delete process.env.RUSTFLAGS;
  delete process.env.CARGO_ENCODED_RUSTFLAGS;
  cargo("build", "--locked", "--release", "--package=nunatak-web", `--target=${TARGET}`, `--config=${config}`);
  return readFileSync(join(target, TARGET, "release", "nunatak_web.wasm"));
}

/** Returns the licences of the engine, of the crates in it, and of the libraries in the page. */
function licences({ packages, resolve: { nodes } }) {
  const find = (list, id) => list.find((item) => item.id === id);
  const used = new Set();
  const visit = (id) => {
    if (used.has(id) || find(packages, id).targets[0].kind.includes("proc-macro")) return;
    used.add(id);
    const isLinked = ({ dep_kinds: kinds }) => kinds.some(({ kind }) => kind === null);
    find(nodes, id).deps.filter(isLinked).forEach(({ pkg }) => visit(pkg));
  };
  visit(packages.find(({ name }) => name === "nunatak-web").id);
  const crates = [...used].map((id) => find(packages, id)).filter(({ source }) => source);
  const crateText = ({ name, version, license, manifest_path: manifest }) => {
    const files = readdirSync(dirname(manifest)).filter((file) => /^(licen[cs]e|copying)/i.test(file)).sort();
    // Where there is a choice, it is the MIT licence.
    const chosen = files.find((file) => /mit/i.test(file)) ?? files[0];
    if (!chosen) throw new Error(`${name}: no licence`);
    return `${name} ${version} (${license})\n\n${readFileSync(join(dirname(manifest), chosen), "utf8").trim()}`;
  };
  const libraries = ["cm-chessboard", "chess.js"].map((name) => {
    const { version, license } = JSON.parse(read("node_modules", name, "package.json"));
    return `${name} ${version} (${license}), in the page\n\n${read("node_modules", name, "LICENSE").trim()}`;
  });
  const [pieces] = read("node_modules/cm-chessboard/assets/pieces/standard.svg").match(/The chess pieces[^]*?(?=\n-->)/);
  const [markers] = read("node_modules/cm-chessboard/assets/extensions/markers/markers.svg").match(/License:[^]*?(?=\n-->)/);
  return [
    `Nunatak\n\n${readFileSync(join(root, "LICENSE"), "utf8").trim()}`,
    ...libraries,
    `Pieces, in the page\n\n${pieces.trim()}`,
    `Markers, in the page\n\n${markers.trim()}`,
    ...crates.map(crateText),
    `Standard libraries\n\n${readFileSync(join(root, "packaging/standard.txt"), "utf8").trim()}`,
  ].join(`\n\n${"-".repeat(80)}\n\n`);
}

async function bundle(file, format) {
  const entryPoints = [join(folder, file)];
  const { outputFiles } = await build({ entryPoints, bundle: true, minify: true, write: false, format, target: "es2022" });
  return outputFiles[0].text;
}

/** Puts everything into one file. */
async function buildPage(wasm, licenceText) {
  const board = "node_modules/cm-chessboard/assets";
  const sprite = (file) => read(board, file).replace(/^<\?xml.*?\?>|<!--[^]*?-->/g, "");
  const styles = ["chessboard.css", "extensions/markers/markers.css", "extensions/arrows/arrows.css"];
  styles.push("extensions/promotion-dialog/promotion-dialog.css");
  const css = [...styles.map((file) => read(board, file)), read("page/style.css")].join("\n");
  const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  const parts = {
    style: css.replace(/\/\*#.*?\*\//g, ""),
    pieces: sprite("pieces/standard.svg"),
    markers: sprite("extensions/markers/markers.svg"),
    arrows: sprite("extensions/arrows/arrows.svg"),
    licences: escaped(licenceText),
    worker: await bundle("engine/worker.js", "iife"),
    wasm: gzipSync(wasm, { level: 9 }).toString("base64"),
    script: await bundle("page/main.js", "esm"),
  };
  return read("page/index.html").replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
}

mkdirSync(join(folder, "dist/page"), { recursive: true });
const known = metadata();
checkVersion(known);
const wasm = buildEngine(known);
const licenceText = licences(known);
const page = await buildPage(wasm, licenceText);
for (const [file, content] of [
  ["nunatak.wasm", wasm],
  ["LICENCES.txt", `${licenceText}\n`],
  ["page/index.html", page],
  ["page/service-worker.js", read("page/service-worker.js")],
]) {
  writeFileSync(join(folder, "dist", file), content);
  console.log(`dist/${file}: ${content.length} bytes, ${gzipSync(content).length} compressed`);
}
