// Loads a part of the app that the page does not start with, in place of Vite's own helper (see
// app/build/retried-load.ts). Many browsers keep a module that could not be fetched as failed until the page is loaded
// again, so that no second try reaches the network (https://github.com/whatwg/html/pull/10327). Files are therefore
// fetched first, which can be tried again, and imported once they are all in the browser's cache.

/** Addresses that have arrived, or are on their way. */
let arrivals: Map<string, Promise<void>> | null = null;

/** What the page has loaded by itself has arrived. */
function startedWith(): Map<string, Promise<void>> {
  const parts = document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>(
    'link[rel="modulepreload"], link[rel="stylesheet"], script[type="module"][src]',
  );
  const addresses = [...parts].map((part) => ("href" in part ? part.href : part.src));
  return new Map(addresses.map((address) => [address, Promise.resolve()]));
}

async function fetchFile(address: string): Promise<void> {
  const answer = await fetch(address, { credentials: "same-origin" });
  if (!answer.ok) throw new TypeError(`${answer.status} for ${address}`);
  await answer.arrayBuffer();
}

function addStyles(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.crossOrigin = "";
    link.href = address;
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      // The next try adds another one.
      link.remove();
      reject(new TypeError(`no styles from ${address}`));
    });
    document.head.append(link);
  });
}

function arrival(address: string): Promise<void> {
  arrivals ??= startedWith();
  const known = arrivals.get(address);
  if (known) return known;
  const file = address.endsWith(".css") ? addStyles(address) : fetchFile(address);
  arrivals.set(address, file);
  const all = arrivals;
  file.catch(() => all.delete(address));
  return file;
}

/** The file that the function imports, by its source: the build names it in no other place where it needs no others. */
function ownFile(load: () => Promise<unknown>): string[] {
  const name = /import\(\s*[`'"]\.\/([^`'"]+)[`'"]/.exec(String(load))?.[1];
  return name === undefined ? [] : [`assets/${name}`];
}

/**
 * Imports a module after all files that it needs have arrived. Rejects where one of them has not; the next call tries
 * again.
 * @param files paths of scripts and styles below the app's root
 */
export async function loadModule<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  try {
    const paths = new Set([...files, ...ownFile(load)]);
    await Promise.all([...paths].map((path) => arrival(new URL(path, `${location.origin}/`).href)));
    return await load();
  } catch (cause) {
    // The app looks whether a newer version has taken the place of this one.
    window.dispatchEvent(Object.assign(new Event("vite:preloadError"), { payload: cause }));
    throw cause;
  }
}
