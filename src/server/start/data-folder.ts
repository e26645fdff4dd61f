// The data folder belongs to one server at a time; a lock file says to which, and survives kill -9.

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
 * Makes the folder where needed, proves that it can be written, and takes its lock.
 * @param minimumFreeBytes refuses to start with less free space than this
 * @param patience milliseconds to wait for a holder that is just ending
 * @throws a start fault when the folder is unusable or another live server holds it
 */
export async function openDataFolder(
  path: string,
  { minimumFreeBytes = 32e6, patience = 2500 } = {},
): Promise<DataFolder> {
  const folder = resolve(path);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    refuseFullDisk(folder, minimumFreeBytes);
    const deadline = Date.now() + patience;
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

/** Refuses a disk with less than `minimum` bytes left: PostgreSQL must not meet the end mid-write. */
export function refuseFullDisk(folder: string, minimum: number): void {
  const disk = statfsSync(folder);
  const free = disk.bavail * disk.bsize;
  if (free >= minimum) return;
  const megabytes = (bytes: number) => `${Math.floor(bytes / 1e6)} MB`;
  throw startFault(
    `The disk that holds ${folder} is full: ${megabytes(free)} left, ${megabytes(minimum)} needed. Free some space and start again.`,
  );
}

/** Takes the lock and returns null, or returns the live process that holds it. */
function tryLock(folder: string): Holder | null {
  const lock = resolve(folder, lockName);
  const own = resolve(folder, `${lockName}.${process.pid}.${randomBytes(4).toString("hex")}`);
  const me: Holder = { pid: process.pid, birth: birthOf(process.pid) };
  writeFileSync(own, JSON.stringify(me), { mode: 0o600 });
  try {
    for (;;) {
      try {
        // A hard link appears whole or not at all, so nobody reads a half-written lock.
        linkSync(own, lock);
        return null;
      } catch (error) {
        if (systemCode(error) !== "EEXIST") throw error;
      }
      const holder = readHolder(lock);
      if (holder !== null && isAlive(holder)) return holder;
      clearStale(lock, `${own}.stale`);
    }
  } finally {
    rmSync(own, { force: true });
  }
}

/** Moves a dead server's lock away; puts it back if a live one slipped in between. */
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
  // A process number is used again sooner or later: the same number must also be as old.
  return holder.birth === "" || birthOf(holder.pid) === holder.birth;
}

/**
 * Whether a process of this number lives. One that was killed and that nobody has asked after, as
 * happens in containers, still has its number but does not live.
 */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (systemCode(error) !== "EPERM") return false;
  }
  return statusOf(pid)?.[0] !== "Z";
}

/** When a process began, as boot and clock ticks since; "" where the system does not tell. */
function birthOf(pid: number): string {
  const status = statusOf(pid);
  if (status === null) return "";
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  return `${boot}:${status[19]}`;
}

/** What Linux tells of a process from its state on, field by field; null elsewhere. */
function statusOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in brackets before it may hold spaces.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}
