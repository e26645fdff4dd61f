// Files of another system that become files of an analysis.
import { createHash, randomUUID } from "node:crypto";
import { Transform } from "node:stream";
import { nameKey, secureName } from "../../domain/analysis/upload-name.ts";
import type { DroneCloudMedium } from "../../domain/flight/drone-cloud.ts";
import type { DroneCloudAdapter } from "../adapters/drone-cloud.ts";
import type { Context } from "../context.ts";
import { writeAuditEntry } from "../store/account/audit.ts";
import { changeState } from "../store/plant/analysis-change.ts";
import { insertFile, launchReading, readTakenNames } from "../store/plant/analysis-file.ts";
import { refuseTaken } from "./small-files.ts";

type Import = {
  readonly analysis_id: number;
  readonly cloud: DroneCloudAdapter;
  readonly media: readonly DroneCloudMedium[];
};
type Stored = {
  readonly file_name: string;
  readonly object: string;
  readonly bytes: number;
  readonly sha256: string;
};

/**
 * Adds all files or none.
 * @throws CONFLICT where a name is taken or the data are complete
 */
export async function importMedia(
  context: Context,
  { analysis_id, cloud, media }: Import,
): Promise<{ file_name: string }[]> {
  const { db, files, viewer } = context;
  const { account_id } = viewer;
  const stored: Stored[] = [];
  try {
    const known = new Set((await readTakenNames(db, analysis_id)).map(nameKey));
    for (const { name } of media) refuseTaken(known, secureName(name));
    for (const medium of media) stored.push(await storeMedium(context, cloud, medium));
    await db.transaction(async (transaction) => {
      // Judged with the row locked, so that no file is added to data that are complete.
      await changeState(transaction, { analysis_id, event: "files_changed", account_id });
      const taken = new Set((await readTakenNames(transaction, analysis_id)).map(nameKey));
      for (const file of stored) {
        refuseTaken(taken, file.file_name);
        taken.add(nameKey(file.file_name));
        await insertFile(transaction, { ...file, analysis_id, created_by: account_id });
      }
      const file_names = stored.map(({ file_name }) => file_name);
      const entry = {
        action: "import_external_files",
        detail: { analysis_id, file_names },
      } as const;
      await writeAuditEntry(context, transaction, entry);
      await launchReading(transaction, { analysis_id, account_id });
      await changeState(transaction, { analysis_id, event: "files_changed", account_id });
    });
  } catch (cause) {
    for (const { object } of stored) await files.remove(object);
    throw cause;
  }
  return stored.map(({ file_name }) => ({ file_name }));
}

async function storeMedium(
  { files }: Context,
  cloud: DroneCloudAdapter,
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
  await files.put(object, source.pipe(count));
  return { file_name: secureName(medium.name), object, bytes, sha256: hash.digest("hex") };
}
