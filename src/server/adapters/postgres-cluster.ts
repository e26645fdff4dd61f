// The files of a cluster: creates it, and ends the processes that a killed server left behind.

import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isRunning } from "../start/data-folder.ts";
import { startFault } from "../start/start-fault.ts";
import type { Account } from "./postgres-account.ts";
import type { Binaries } from "./postgres-binaries.ts";

export const superuser = "postgres";

/** Creates a folder that only the user of the cluster can enter. */
export function makePrivateFolder(path: string, account: Account): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (account.id !== null) chownSync(path, account.id, account.id);
  chmodSync(path, 0o700);
}

/**
 * Runs initdb in a temporary folder and renames it, so that an interrupted run never leaves an
 * incomplete cluster.
 */
export function createCluster(
  cluster: string,
  binaries: Binaries,
  account: Account,
  password: string,
): void {
  const unfinished = `${cluster}.new`;
  const passwordFile = `${cluster}.password`;
  rmSync(unfinished, { recursive: true, force: true });
  makePrivateFolder(unfinished, account);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account.id !== null) chownSync(passwordFile, account.id, account.id);
  try {
    const initdb = run(binaries.initdb, binaries, account, [
      `--pgdata=${unfinished}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
    ]);
    if (initdb.error) throw initdb.error;
    if (initdb.status !== 0) throw clusterFault(cluster, `${initdb.stderr}${initdb.stdout}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(unfinished, cluster);
}

function run(program: string, binaries: Binaries, account: Account, args: string[]) {
  const [first = program, ...rest] = [...account.prefix, program, ...args];
  return spawnSync(first, rest, {
    ...identity(account),
    cwd: "/",
    env: programEnvironment(binaries),
    encoding: "utf8",
  });
}

/** The spawn options that run a program as the account. setpriv changes the user itself. */
export function identity(account: Account): { uid?: number; gid?: number } {
  return account.id === null || account.prefix.length > 0
    ? {}
    : { uid: account.id, gid: account.id };
}

/** A minimal environment, without the settings and secrets of the server. */
export function programEnvironment(binaries: Binaries): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "/usr/bin:/bin",
    LC_ALL: "C",
    TZ: "UTC",
    ...binaries.environment,
  };
}

/** A start fault with the reason in one line, from the output of PostgreSQL. */
export function clusterFault(cluster: string, output: string): Error {
  if (/No space left on device|Disk quota exceeded/i.test(output)) {
    return startFault(`The disk that holds ${cluster} is full. Free some space and start again.`);
  }
  if (/Permission denied|Read-only file system/i.test(output)) {
    return startFault(
      `PostgreSQL cannot write to ${cluster}. Give this user write access, or set DATA_DIR to another folder.`,
    );
  }
  const versions = /initialized by PostgreSQL version (\S+), which is not compatible/.exec(output);
  if (versions) {
    return startFault(
      `${cluster} was created by PostgreSQL ${versions[1]}, which is older than the one in this program. Restore a backup with the earlier program first.`,
    );
  }
  const last = output.trim().split("\n").slice(-3).join(" | ");
  return startFault(`The embedded PostgreSQL does not start: ${last || "there is no message"}`);
}

/**
 * Ends the postmaster that a killed server left on this cluster, and returns when it has ended. It is
 * not reused, because the program, its settings and its socket may have changed. No acknowledged
 * transaction is lost.
 */
export async function endLeftover(cluster: string): Promise<void> {
  const postmaster = postmasterOf(cluster);
  if (postmaster !== null) await endProcess(postmaster, "SIGINT", "SIGQUIT", "SIGKILL");
  // A killed postmaster leaves its helper processes. What they did not write is in the write-ahead log.
  await Promise.all(processesIn(cluster).map((pid) => endProcess(pid, "SIGKILL")));
  // PostgreSQL refuses to start if any process has the number in this file.
  rmSync(join(cluster, "postmaster.pid"), { force: true });
}

async function endProcess(pid: number, ...signals: NodeJS.Signals[]): Promise<void> {
  for (const signal of signals) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    for (let waited = 0; waited < 4000; waited += 20) {
      if (!isRunning(pid)) return;
      await sleep(20);
    }
  }
  throw startFault(`An earlier PostgreSQL (process ${pid}) does not stop. Restart the machine.`);
}

/** The running processes whose working folder is this cluster, which all processes of PostgreSQL have. */
function processesIn(cluster: string): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => folderOf(pid) === cluster && isRunning(pid));
}

/** The working folder of a process, or null if it has ended or belongs to another user. */
function folderOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

/** Process ID of the running postmaster of this cluster, or null. */
export function postmasterOf(cluster: string): number | null {
  const file = join(cluster, "postmaster.pid");
  if (!existsSync(file)) return null;
  const pid = Number.parseInt(readFileSync(file, "utf8"), 10);
  if (!Number.isInteger(pid) || pid <= 1 || !isRunning(pid)) return null;
  // The working folder tells the postmaster from another program with the same number.
  return process.platform !== "linux" || folderOf(pid) === cluster ? pid : null;
}
