// The service worker: keeps the files of the app, so that it opens without a network. Calls of the API are never
// answered here, so nothing of a user is kept. A newer build waits until a page takes it over.
import {
  cacheOf,
  dropUnused,
  keepFiles,
  keptAnswer,
  keptKey,
  type AppBuild,
  type AppFile,
} from "../../src/domain/app/kept-files.ts";
import { openScripts } from "../../src/domain/app/page-lock.ts";

/** Sent by a page that wants the newer build now, and by one that has started: pages before it may be gone. */
export type PageMessage = "take over" | "started";

declare const self: ServiceWorkerGlobalScope & {
  /** Written by the build: its files. */
  readonly appFiles: readonly AppFile[];
  /** Written by the server: name of the build, and revision of the page with its headers. */
  readonly served: { readonly name: string; readonly page: string };
};

const build: AppBuild = {
  name: self.served.name,
  files: [
    { url: "/", revision: self.served.page },
    ...self.appFiles.map(({ url, revision }) => ({ url: `/${url}`, revision })),
  ],
};

/** A page asks for two hundred files at its start: the build's cache is opened for the first. */
let own: Promise<Cache> | undefined;
const once = {
  keys: () => caches.keys(),
  delete: (name: string) => caches.delete(name),
  open: (name: string) => {
    if (name !== cacheOf(build)) return caches.open(name);
    own ??= caches.open(name).catch((cause: unknown) => {
      own = undefined;
      throw cause;
    });
    return own;
  },
};

const dropOld = () =>
  dropUnused(
    build,
    caches,
    async () => {
      const { held = [] } = await navigator.locks.query();
      return openScripts(held.map(({ name }) => name ?? ""));
    },
    () => self.registration.installing !== null || self.registration.waiting !== null,
  );

self.addEventListener("install", (event) => {
  event.waitUntil(keepFiles(build, caches, (address) => fetch(address)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim().then(dropOld));
});

self.addEventListener("message", (event) => {
  const message: PageMessage = event.data;
  event.waitUntil(message === "take over" ? self.skipWaiting() : dropOld());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  const key = keptKey(build, pathname, request.mode === "navigate");
  if (key === null) return;
  event.respondWith(keptAnswer(build, key, once).then((kept) => kept ?? fetch(request)));
});
