// `npm run fsck`: lists what does not fit together, and mends it with --repair. A server may run beside it.

import { pathToFileURL } from "node:url";
import { openDataFolder } from "../start/data-folder.ts";
import { readSettings, type Settings } from "../start/settings.ts";
import { isStartFault, startFault } from "../start/start-fault.ts";
import { findEmbeddedPostgres, startEmbeddedPostgres } from "../adapters/postgres.ts";
import { openObjectStore } from "../adapters/object-choice.ts";
import { openTaskLocks } from "../job/task-lock.ts";
import { connect } from "../store/database.ts";
import { claimStore } from "../store/store-marker.ts";
import { graceMs, missingObjects, removableLeftovers, type Parts } from "./leftover.ts";
import { ownerlessTasks } from "./ownerless-task.ts";

const usage = `Usage: npm run fsck -- [--repair] [--older-than=HOURS]

Lists rows without objects, objects without rows, temporary files and tasks that nothing runs.
--repair            removes and mends them, except rows without objects
--older-than=HOURS  leaves alone what is younger (24)

Exit code: 0 all is well or was mended, 1 something remains, 2 it could not be checked.
`;

type Options = { readonly repair: boolean; readonly hours: number };

function readOptions(words: readonly string[]): Options {
  const hours = words.find((word) => word.startsWith("--older-than="))?.split("=")[1];
  const isKnown = (word: string) => word === "--repair" || /^--older-than=\d+$/.test(word);
  if (!words.every(isKnown)) throw startFault(usage.trim());
  return {
    repair: words.includes("--repair"),
    hours: hours === undefined ? graceMs / 3600_000 : Number(hours),
  };
}

/** Uses the database of the settings or of a running server. Starts the embedded one if none runs. */
async function openDatabase(settings: Settings) {
  const { database_url, database_owner_url, data_dir } = settings;
  const nothing = async () => undefined;
  const given = database_owner_url ?? database_url;
  if (given !== null) return { ownerUrl: given, stop: nothing };
  try {
    return { ownerUrl: findEmbeddedPostgres(data_dir).ownerUrl, stop: nothing };
  } catch (error) {
    if (!isStartFault(error)) throw error;
  }
  const folder = await openDataFolder(data_dir);
  const { ownerUrl, stop } = await startEmbeddedPostgres(data_dir);
  return { ownerUrl, stop: () => stop().finally(folder.release) };
}

type Count = { found: number; mended: number };

/** Checks everything and prints one line per fault. Returns how many were found and mended. */
export async function checkStores(
  parts: Parts & { readonly ownerUrl: string },
  repair: boolean,
  print: (line: string) => void,
): Promise<Count> {
  const count: Count = { found: 0, mended: 0 };
  const locks = openTaskLocks(parts.ownerUrl);
  try {
    // Tasks first: the uploads of a task that has ended are leftovers.
    for (const faults of [
      ownerlessTasks(parts.ownerDb, locks, parts.before),
      removableLeftovers(parts),
      missingObjects(parts),
    ]) {
      for await (const fault of faults) {
        count.found += 1;
        const isMended = repair && "remove" in fault && fault.remove !== undefined;
        if (isMended) {
          await fault.remove();
          count.mended += 1;
        }
        print(`${isMended ? "mended" : "found "}  ${fault.words}`);
      }
    }
  } finally {
    await locks.close();
  }
  return count;
}

async function main(): Promise<number> {
  const { repair, hours } = readOptions(process.argv.slice(2));
  const settings = readSettings(process.env);
  const database = await openDatabase(settings);
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const { db: ownerDb, close } = connect(database.ownerUrl, 2, { seesAll: true });
  try {
    const files = await openObjectStore(settings);
    // In another store every object would look like a leftover.
    await claimStore(ownerDb, files, settings);
    const before = new Date(Date.now() - hours * 3600_000);
    const parts = { files, ownerDb, ownerUrl: database.ownerUrl, data_dir: settings.data_dir };
    const { found, mended } = await checkStores({ ...parts, before }, repair, print);
    const rest = found - mended;
    if (found === 0) print("All is well: rows, objects and tasks fit together.");
    else print(`${found} found, ${mended} mended, ${rest} remain.`);
    if (rest > 0 && !repair) print("npm run fsck -- --repair mends what can be mended.");
    if (rest > 0 && repair)
      print("Restore missing objects from a backup, or delete their rows in the app.");
    return rest > 0 ? 1 : 0;
  } finally {
    await close();
    await database.stop();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    process.exitCode = await main();
  } catch (error) {
    process.exitCode = 2;
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
}
