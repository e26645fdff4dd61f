// `npm run fsck`: lists what does not fit together, and mends it with --repair. A server may run beside it.

import { pathToFileURL } from "node:url";
import { openCommandDatabase } from "../start/command-database.ts";
import { readSettings } from "../start/settings.ts";
import { startFault } from "../start/start-fault.ts";
import { openObjectStore } from "../adapters/object-choice.ts";
import { openTaskLocks } from "../job/task-lock.ts";
import { claimStore } from "../store/store-marker.ts";
import { alteredObjects } from "./altered-object.ts";
import { auditHeadOf, brokenAudit, newestSeal, type AuditHead } from "./broken-audit.ts";
import { brokenCarried } from "./broken-carried.ts";
import { brokenEvaluations, brokenServers } from "./broken-server.ts";
import { brokenPhotoParts } from "./broken-photo-part.ts";
import { brokenUploads } from "./broken-upload.ts";
import { graceMs, missingObjects, removableLeftovers, type Parts } from "./leftover.ts";
import { ownerlessTasks } from "./ownerless-task.ts";

const usage = `Usage: npm run fsck -- [--repair] [--quick] [--older-than=HOURS]

Lists rows without objects, objects without rows, objects with other content than was stored, temporary files,
tasks that nothing runs, uploads without their bytes, photos whose parts do not fit, and servers, evaluations and
carried values that do not fit, and entries of the audit trail that were changed, removed or inserted. What --repair
would mend is marked as mendable.
--repair            removes and mends what needs no decision
--quick             does not read the content of objects
--older-than=HOURS  leaves alone what is younger (24)
--audit-head=N:HASH compares the audit trail with a seal that was noted before: one of an export, or of an earlier check

Exit code: 0 all is well or was mended, 1 something remains, 2 it could not be checked.
`;

type Options = {
  readonly repair: boolean;
  readonly quick: boolean;
  readonly hours: number;
  /** The newest seal of the audit trail at an earlier time, as it was noted. */
  readonly audit_head?: AuditHead | undefined;
};

function readOptions(words: readonly string[]): Options {
  const hours = words.find((word) => word.startsWith("--older-than="))?.split("=")[1];
  const isKnown = (word: string) =>
    /^--(repair|quick|older-than=\d+|audit-head=\d+:[0-9a-f]{64})$/.test(word);
  if (!words.every(isKnown)) throw startFault(usage.trim());
  return {
    repair: words.includes("--repair"),
    quick: words.includes("--quick"),
    hours: hours === undefined ? graceMs / 3600_000 : Number(hours),
    audit_head: auditHeadOf(words.find((word) => word.startsWith("--audit-head="))),
  };
}

/** `mendable` counts what was not mended and could be. */
type Count = { found: number; mended: number; mendable: number };

/** Checks everything and prints one line per fault, with a word of ten letters and spaces before it. */
export async function checkStores(
  parts: Parts & { readonly ownerUrl: string },
  { repair, quick, audit_head }: Pick<Options, "repair" | "quick" | "audit_head">,
  print: (line: string) => void,
): Promise<Count> {
  const count: Count = { found: 0, mended: 0, mendable: 0 };
  const locks = openTaskLocks(parts.ownerUrl);
  try {
    // Tasks first: the uploads of a task that has ended are leftovers.
    for (const faults of [
      ownerlessTasks(parts.ownerDb, locks, parts.before),
      removableLeftovers(parts),
      brokenUploads(parts),
      brokenPhotoParts(parts),
      missingObjects(parts),
      ...(quick ? [] : [alteredObjects(parts)]),
      brokenServers(parts),
      brokenEvaluations(parts),
      brokenCarried(parts),
      brokenAudit(parts.ownerDb, audit_head),
    ]) {
      for await (const fault of faults) {
        count.found += 1;
        const mend = "remove" in fault ? fault.remove : undefined;
        if (mend) count[repair ? "mended" : "mendable"] += 1;
        if (repair) await mend?.();
        const word = mend === undefined ? "found" : repair ? "mended" : "mendable";
        print(`${word.padEnd(10)}${fault.words}`);
      }
    }
  } finally {
    await locks.close();
  }
  return count;
}

async function main(): Promise<number> {
  const { hours, ...options } = readOptions(process.argv.slice(2));
  const settings = readSettings(process.env);
  const database = await openCommandDatabase(settings);
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const { db: ownerDb } = database;
  try {
    const files = await openObjectStore(settings);
    // In another store every object would look like a leftover.
    await claimStore(ownerDb, files, settings);
    const before = new Date(Date.now() - hours * 3600_000);
    const parts = { files, ownerDb, ownerUrl: database.ownerUrl, data_dir: settings.data_dir };
    const { found, mended, mendable } = await checkStores({ ...parts, before }, options, print);
    const rest = found - mended;
    const head = await newestSeal(ownerDb);
    if (head) print(`Newest seal of the audit trail: ${head.position}:${head.hash}`);
    if (found === 0) print("All is well: rows, objects and tasks fit together.");
    else print(`${found} found, ${mended} mended, ${rest} remain.`);
    if (mendable > 0) print(`npm run fsck -- --repair mends ${mendable} of them.`);
    if (rest > mendable)
      print(
        "Restore missing and changed objects from a backup, or delete their rows in the app. Look at servers, and refresh carried values there.",
      );
    return rest > 0 ? 1 : 0;
  } finally {
    await database.close();
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
