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
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put("./", response.clone());
    return response;
  } catch {
    return cache.match("./");
  }
}
