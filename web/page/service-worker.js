// Keeps the page for use without a network; a newer one is taken when there is one.

const CACHE = "nunatak";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add("./")));
});

self.addEventListener("fetch", (event) => {
  const { mode, url } = event.request;
  // Other pages of the server are not kept.
  const isPage = ["./", "./index.html"].some((path) => new URL(path, self.registration.scope).href === url.replace(/[?#].*/, ""));
  if (mode === "navigate" && isPage) event.respondWith(load(event.request));
});

async function load(request) {
  try {
    const response = await fetch(request);
    if (!response.ok) return response;
    // If the connection breaks off, this is an error too.
    const body = await response.blob();
    // Where nothing can be kept, the page still comes from the server.
    await keep(new Response(body, response)).catch(() => {});
    return new Response(body, response);
  } catch {
    return (await caches.open(CACHE)).match("./");
  }
}

async function keep(response) {
  await (await caches.open(CACHE)).put("./", response);
}
