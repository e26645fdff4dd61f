// Locks the data folder for one server. The lock file names the process, so a stale lock is detected.

import { randomBytes } from "node:crypto";
import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { resolve } from "node:path";
import { folderFault, startFault, systemCode } from "./start-fault.ts";

const lockName = "server.lock";

type Holder = { pid: number; birth: string };

export type DataFolder = {
  /** Absolute path. */
  readonly path: string;
  release(): void;
};

/**
 * Creates the folder if needed, checks that it is writable, and takes its lock.
 * @param minimumFreeBytes refuses to start with less free space than this
 * @param waitMs milliseconds to wait for another server that is just ending
 * @throws a start fault when the folder is unusable or another live server holds it
 */
export async function openDataFolder(
  path: string,
  { minimumFreeBytes = 32e6, waitMs = 2500 } = {},
): Promise<DataFolder> {
  const folder = resolve(path);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    refuseFullDisk(folder, minimumFreeBytes);
    const deadline = Date.now() + waitMs;
    for (;;) {
      const holder = tryLock(folder);
      if (holder === null) break;
      if (Date.now() > deadline) {
        throw startFault(
          `Another server (process ${holder.pid}) is running on ${folder}. Stop it first, or set DATA_DIR to another folder.`,
        );
      }
      await new Promise((wake) => setTimeout(wake, 100));
    }
  } catch (error) {
    throw folderFault(folder, error);
  }
  return { path: folder, release: () => release(folder) };
}

/** @throws a start fault if the disk has less than `minimum` bytes free, because PostgreSQL must not fail during a write */
export function refuseFullDisk(folder: string, minimum: number): void {
  const disk = statfsSync(folder);
  const free = disk.bavail * disk.bsize;
  if (free >= minimum) return;
  const megabytes = (bytes: number) => `${Math.floor(bytes / 1e6)} MB`;
  throw startFault(
    `The disk that holds ${folder} is full: ${megabytes(free)} left, ${megabytes(minimum)} needed. Free some space and start again.`,
  );
}

/** Takes the lock and returns null, or returns the running process that holds it. */
function tryLock(folder: string): Holder | null {
  const lock = resolve(folder, lockName);
  const draft = resolve(folder, `${lockName}.${process.pid}.${randomBytes(4).toString("hex")}`);
  const self: Holder = { pid: process.pid, birth: startTimeOf(process.pid) };
  writeFileSync(draft, JSON.stringify(self), { mode: 0o600 });
  try {
    for (;;) {
      try {
        // A hard link is atomic: other processes never read a half-written lock.
        linkSync(draft, lock);
        return null;
      } catch (error) {
        if (systemCode(error) !== "EEXIST") throw error;
      }
      const holder = readHolder(lock);
      if (holder !== null && isAlive(holder)) return holder;
      clearStale(lock, `${draft}.stale`);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes the lock of a dead server. Puts it back if another server took the lock in between. */
function clearStale(lock: string, aside: string): void {
  try {
    renameSync(lock, aside);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return;
    throw error;
  }
  const moved = readHolder(aside);
  if (moved !== null && isAlive(moved)) {
    try {
      linkSync(aside, lock);
    } catch (error) {
      if (systemCode(error) !== "EEXIST") throw error;
    }
  }
  rmSync(aside, { force: true });
}

/** Process ID of the running server that holds this folder, or null. */
export function serverOf(folder: string): number | null {
  const holder = readHolder(resolve(folder, lockName));
  return holder !== null && isAlive(holder) ? holder.pid : null;
}

function release(folder: string): void {
  const lock = resolve(folder, lockName);
  const holder = readHolder(lock);
  if (holder?.pid === process.pid) rmSync(lock, { force: true });
}

function readHolder(lock: string): Holder | null {
  try {
    const value: unknown = JSON.parse(readFileSync(lock, "utf8"));
    if (typeof value !== "object" || value === null) return null;
    if (!("pid" in value) || !("birth" in value)) return null;
    const { pid, birth } = value;
    return typeof pid === "number" && typeof birth === "string" ? { pid, birth } : null;
  } catch (error) {
    if (systemCode(error) === "ENOENT" || error instanceof SyntaxError) return null;
    throw error;
  }
}

function isAlive(holder: Holder): boolean {
  if (!isRunning(holder.pid)) return false;
  // Process numbers are reused, so the start time must be the same as well.
  return holder.birth === "" || startTimeOf(holder.pid) === holder.birth;
}

/**
 * Whether a process with this number is running. A zombie, which is common in containers, still has
 * its number but is not running.
 */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (systemCode(error) !== "EPERM") return false;
  }
  return statusOf(pid)?.[0] !== "Z";
}

/** Start time of a process: boot ID and clock ticks since the boot; "" where /proc is missing. */
function startTimeOf(pid: number): string {
  const status = statusOf(pid);
  if (status === null) return "";
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  return `${boot}:${status[19]}`;
}

/** Fields of /proc/PID/stat from the state on; null where /proc is missing. */
function statusOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The program name in brackets before the state may contain spaces.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}
