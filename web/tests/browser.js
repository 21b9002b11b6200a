// A browser, and a server for it.

import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

import puppeteer from "puppeteer-core";

const folder = new URL("..", import.meta.url);
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
const PLACES = ["/usr/bin/chromium", "/usr/bin/google-chrome", "/usr/bin/chromium-browser"];
/** Makes a browser like those without promises in WebAssembly. */
const OLD = "delete WebAssembly.Suspending; delete WebAssembly.promising;";

export const pageFile = fileURLToPath(new URL("dist/page/index.html", folder));

/** Starts the browser that the environment variable BROWSER names, or one in the usual places. */
export function launch() {
  const executablePath = process.env.BROWSER ?? PLACES.find(existsSync);
  if (!executablePath) throw new Error(`no browser at ${PLACES.join(", ")}; set BROWSER`);
  const browser = executablePath.includes("firefox") ? "firefox" : "chrome";
  return puppeteer.launch({ browser, executablePath, args: browser === "chrome" ? ["--no-sandbox"] : [] });
}

/** Returns a file of the package for browsers without promises in WebAssembly. */
export function makeOld(content, isWorker) {
  if (isWorker) return OLD + content;
  return content.replace("<head>", `<head><script>${OLD}</script>`).replace('id="worker">', (start) => start + OLD);
}

/**
 * Serves the package, below `/old` for old browsers and below `/no-worker` without the permission to start a worker. Its
 * `state` may be "broken", "cut", "down" or a title of the page, of which caches take none that is "unkept".
 */
export function serve() {
  const served = {};
  const server = createServer((request, response) => {
    if (served.state === "down") return request.socket.destroy();
    const path = new URL(request.url, "http://localhost").pathname;
    const file = path.replace(/^\/(old|no-worker)/, "").replace(/\/$/, "/index.html").slice(1);
    if (file.endsWith("blank.html") || !existsSync(new URL(file, folder))) {
      return response.writeHead(file.endsWith("blank.html") ? 200 : 404, { "content-type": "text/html" }).end("<title>Test</title>");
    }
    if (served.state === "broken") return response.writeHead(500).end("broken");
    let content = readFileSync(new URL(file, folder));
    if (served.state && served.state !== "cut") content = content.toString().replace("<title>Nunatak", `<title>${served.state}`);
    if (path.startsWith("/old") && extname(file) !== ".wasm") {
      content = makeOld(content.toString(), file.endsWith("/worker.js"));
    }
    const headers = { "content-type": TYPES[extname(file)] ?? "text/plain" };
    if (served.state === "unkept") headers.vary = "*";
    if (path.startsWith("/no-worker")) headers["content-security-policy"] = "worker-src 'self'";
    response.writeHead(200, headers);
    if (served.state === "cut") return response.write(content.slice(0, 100_000), () => request.socket.destroy());
    response.end(content);
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(Object.assign(served, { server, url: `http://127.0.0.1:${server.address().port}` })));
  });
}
