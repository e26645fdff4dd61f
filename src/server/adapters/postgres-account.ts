// Chooses the user of the embedded PostgreSQL. It refuses to run as root, so root starts it as the system user `nobody`.

import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { startFault } from "../start/start-fault.ts";

const nobody = 65534;

/** How to start a program of PostgreSQL. */
export type Account = {
  /** ID of the user and group that own the cluster; null for the user of the server. */
  readonly id: number | null;
  /** Arguments before the command line. */
  readonly prefix: readonly string[];
};

/**
 * Chooses the account for a data folder.
 * Root uses uid and gid 65534, which exists on every Linux. If that user cannot enter the folder (such
 * as a project below /root), it gets the one capability that permits it, and no other.
 * @throws a start fault if no other user can enter the folder
 */
export function chooseAccount(dataFolder: string): Account {
  if (process.getuid?.() !== 0) return { id: null, prefix: [] };
  if (isReachable(dataFolder)) return { id: nobody, prefix: [] };
  for (const capability of ["dac_read_search", "dac_override"]) {
    const prefix = [
      "setpriv",
      `--reuid=${nobody}`,
      `--regid=${nobody}`,
      "--clear-groups",
      `--inh-caps=+${capability}`,
      `--ambient-caps=+${capability}`,
    ];
    const [program = "", ...args] = prefix;
    if (spawnSync(program, [...args, "ls", dataFolder]).status === 0) return { id: nobody, prefix };
  }
  throw startFault(
    `PostgreSQL does not run as root, and no other user can open ${dataFolder}. Set DATA_DIR to another folder, for example /var/lib/solar-inspection, or start the server as another user.`,
  );
}

/** Whether any user can enter this folder and all folders above it. */
export function isReachable(folder: string): boolean {
  for (let path = resolve(folder); ; path = dirname(path)) {
    if ((statSync(path).mode & 0o001) === 0) return false;
    if (path === dirname(path)) return true;
  }
}
