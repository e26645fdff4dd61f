// Paths of worker processes, which read files, and of threads, which plan.

import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * The bundled program where the server itself was started from a bundle (see start/bundle.mjs), else its source.
 * @param name as in start/bundle.mjs
 */
export function programUrl(name: string, source: URL): URL {
  const folder = process.env["SERVER_BUNDLE"];
  return folder ? pathToFileURL(join(folder, `${name}.js`)) : source;
}
