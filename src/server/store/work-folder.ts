// Folders of running work below DATA_DIR/tmp. Their names say who works there, so that those of a killed process are
// known at the next start.
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";

/** Without a hyphen, because hyphens separate the parts of a name. */
const host = () => hostname().replace(/[^\w.]/g, "_");

/** A new folder for one piece of work of this process, such as `report`. Who asked for it removes it. */
export async function makeWorkFolder(data_dir: string, work: string): Promise<string> {
  const parent = join(data_dir, "tmp");
  await mkdir(parent, { recursive: true });
  return mkdtemp(join(parent, `${work}-${host()}-${process.pid}-`));
}

/**
 * Removes the folders of processes of this machine that run no more. Call it before this process begins any work: a
 * container gives each start the same number, so a folder with the own number is of a former start.
 * @returns their names
 */
export async function removeDeadFolders(data_dir: string): Promise<string[]> {
  const parent = join(data_dir, "tmp");
  const dead = (await readdir(parent).catch(() => [])).filter((name) => {
    const [, of, pid] = /^\w+-([\w.]+)-(\d+)-\w+$/.exec(name) ?? [];
    return of === host() && (Number(pid) === process.pid || !isRunning(Number(pid)));
  });
  for (const name of dead) await rm(join(parent, name), { recursive: true, force: true });
  return dead;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is there, and may not be asked.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
