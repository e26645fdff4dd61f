// Which addresses of the server are pages of the app, and which files a browser may keep.

/** Addresses that only the server answers: calls, the demo, metrics, and what tells that there is a newer app. */
const serverOnly = /^\/(api|demo|metrics|version\.json|service-worker\.js)(\/|$)/;

/** True for a route of the app, which gets its page; false for calls and for files. */
export function isAppPage(path: string): boolean {
  return !serverOnly.test(path) && !/\.\w+$/.test(path);
}

/** True for a file whose name contains the hash of its content, so that it never changes. */
export function isHashedFile(path: string): boolean {
  return path.startsWith("/assets/");
}

/** The service worker, which keeps the files of the app. */
export const serviceWorkerAddress = "/service-worker.js";
