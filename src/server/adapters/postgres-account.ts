// Under which user the embedded PostgreSQL runs: it refuses root, so root lends it to nobody.

import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { startFault } from "../start/start-fault.ts";

const nobody = 65534;

/** How to start a program of PostgreSQL. */
export type Account = {
  /** The user and group that own the cluster; null when it is the server's own. */
  readonly id: number | null;
  /** Words put before the command line. */
  readonly prefix: readonly string[];
};

/**
 * Chooses the account for a data folder.
 * Root hands over to uid and gid 65534, which every Linux knows without a user being made. Where
 * that user cannot even enter the folder (a project below /root), it gets the one capability that
 * lets it pass, and nothing else.
 * @throws a start fault when root's folder cannot be lent
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

/** Whether a user without any rights of its own can walk to this folder. */
export function isReachable(folder: string): boolean {
  for (let path = resolve(folder); ; path = dirname(path)) {
    if ((statSync(path).mode & 0o001) === 0) return false;
    if (path === dirname(path)) return true;
  }
}
