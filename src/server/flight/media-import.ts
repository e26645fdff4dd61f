// Files of the drone cloud platform that become files of an analysis.
import { createHash, randomUUID } from "node:crypto";
import { Transform } from "node:stream";
import { nameKey, secureName } from "../../domain/analysis/upload-name.ts";
import type { DroneCloudMedium } from "../../domain/flight/flown/drone-cloud.ts";
import type { DroneCloudAdapter } from "../adapters/drone-cloud.ts";
import type { Services } from "../context.ts";
import { scanned } from "../store/account/virus-found.ts";
import { changeState } from "../store/plant/analysis/analysis-change.ts";
import { insertFile, launchReading, readTaken } from "../store/plant/analysis/analysis-file.ts";

type Import = {
  readonly analysis_id: number;
  /** Names the task in the audit trail. */
  readonly request_id: string;
  readonly account_id: number | null;
  readonly cloud: DroneCloudAdapter;
  readonly media: readonly DroneCloudMedium[];
  /** Called after each file. Rejects where users have ended the import. */
  readonly onFile: (done: number) => Promise<void>;
};
type Stored = {
  readonly file_name: string;
  readonly object: string;
  readonly bytes: number;
  readonly sha256: string;
};

/**
 * Adds all files or none. A file whose name the analysis has is left out: the task ran before.
 * @returns the names of those that were added
 * @throws CONFLICT where the data are complete, FILE_REFUSED for a virus, UNAVAILABLE without the scanner
 */
export async function importMedia(
  services: Pick<Services, "db" | "files" | "scanner">,
  asked: Import,
): Promise<string[]> {
  const { analysis_id, account_id, media, onFile } = asked;
  const { db, files } = services;
  const stored: Stored[] = [];
  try {
    const names = media.map(({ name }) => secureName(name));
    const known = await readTaken(db, analysis_id, names);
    const wanted = media.filter(({ name }) => !known.has(nameKey(secureName(name))));
    for (const medium of wanted) {
      stored.push(await storeMedium(services, asked, medium));
      await onFile(stored.length);
    }
    await db.transaction(async (transaction) => {
      // Judged with the row locked, so that no file is added to data that are complete.
      await changeState(transaction, { analysis_id, event: "files_changed", account_id });
      const taken = await readTaken(transaction, analysis_id, names);
      for (const file of stored) {
        if (taken.has(nameKey(file.file_name))) continue;
        taken.add(nameKey(file.file_name));
        await insertFile(transaction, { ...file, analysis_id, created_by: account_id });
      }
      await launchReading(transaction, { analysis_id, account_id });
      await changeState(transaction, { analysis_id, event: "files_changed", account_id });
    });
  } catch (cause) {
    for (const { object } of stored) await files.remove(object);
    throw cause;
  }
  return stored.map(({ file_name }) => file_name);
}

async function storeMedium(
  { db, files, scanner }: Pick<Services, "db" | "files" | "scanner">,
  { analysis_id, account_id, request_id, cloud }: Import,
  medium: DroneCloudMedium,
): Promise<Stored> {
  const object = `analysis-file/${randomUUID()}`;
  const hash = createHash("sha256");
  let bytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const source = await cloud.open(medium);
  source.once("error", (error) => count.destroy(error));
  const file_name = secureName(medium.name);
  const receiver = { viewer: { account_id, customer_id: null }, request_id, db, scanner };
  await files.put(object, scanned(receiver, { file_name, analysis_id }, source.pipe(count)));
  return { file_name, object, bytes, sha256: hash.digest("hex") };
}
