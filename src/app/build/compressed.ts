// A step of the build of the browser app: keeps each text file a second and a third time, compressed. See decisions/bundle.md.
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

/** Maps of sources are read by developers alone, and take half of the time. */
const isText = /\.(js|css|json|svg|wasm|txt|webmanifest)$/;
/** Smaller files do not become smaller on the wire. */
const LEAST_BYTES = 1024;
/** What each map of a plant loads, see `loadedTogether`. */
const isOften = /\/(start|plant|session|shared|map-library|words-\w\w)-[\w-]+\.(js|css)$/;
/** Of these files, level 9 sends 3 % fewer bytes in five times the time, level 10 9 % in 26, level 11 11 % in 60. */
const brotliLevel = (file: string) => (isOften.test(file) ? 10 : 5);
const GZIP_LEVEL = 9;

/** Writes `.br` and `.gz` beside the text files of the build. The server sends what the browser accepts. */
export function compressed(): Plugin {
  let folder = "";
  return {
    name: "compressed",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      order: "post",
      async handler() {
        await compressFolder(folder);
      },
    },
  };
}

/** @returns the number of files that were compressed */
export async function compressFolder(folder: string): Promise<number> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => isText.test(name));
  const counts = await Promise.all(names.map((name) => compressFile(join(folder, name))));
  return counts.filter(Boolean).length;
}

async function compressFile(file: string): Promise<boolean> {
  if ((await stat(file)).size < LEAST_BYTES) return false;
  const bytes = await readFile(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliLevel(file.replaceAll("\\", "/")),
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: GZIP_LEVEL }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
  return true;
}
