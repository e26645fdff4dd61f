// Files of drone data that are sent at once, in one form.
import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { failure } from "../../domain/error.ts";
import { nameKey, secureName } from "../../domain/analysis/upload-name.ts";
import type { Context } from "../context.ts";
import type { Part } from "../implement.ts";
import { changeState } from "../store/plant/analysis/analysis-change.ts";
import { insertFile, launchReading, readTaken } from "../store/plant/analysis/analysis-file.ts";
import { requireQuota } from "../store/provider/quota.ts";
import { receiveParts } from "./receive-parts.ts";

type Stored = {
  readonly file_name: string;
  readonly object: string;
  readonly bytes: number;
  readonly sha256: string;
};

/**
 * Adds all files of the form or none.
 * @throws BAD_REQUEST without a file, CONFLICT where a name is taken or the quota is full, TOO_LARGE
 */
export async function receiveSmallFiles(
  { db, files, viewer }: Context,
  { id: analysis_id, customer_id }: { readonly id: number; readonly customer_id: number },
  parts: AsyncIterable<Part>,
): Promise<{ file_name: string }[]> {
  const { account_id } = viewer;
  const stored: Stored[] = [];
  const form = {
    fields: [],
    async onFile({
      file_name,
      store,
    }: Parameters<Parameters<typeof receiveParts>[2]["onFile"]>[0]) {
      const object = `analysis-file/${randomUUID()}`;
      const bytes = await store(object);
      const hash = createHash("sha256");
      for await (const chunk of Readable.from(await files.stream(object))) hash.update(chunk);
      stored.push({ file_name: secureName(file_name), object, bytes, sha256: hash.digest("hex") });
    },
  };
  return receiveParts(files, parts, form, async () => {
    if (stored.length === 0) {
      throw failure("BAD_REQUEST", { reason: "field_missing", field: "file" });
    }
    const bytes = stored.reduce((sum, file) => sum + file.bytes, 0);
    await requireQuota(db, viewer, customer_id, { bytes, rows: 0 });
    await db.transaction(async (transaction) => {
      // Judged with the row locked, so that no file is added to data that are complete.
      await changeState(transaction, { analysis_id, event: "files_changed", account_id });
      const names = stored.map(({ file_name }) => file_name);
      const taken = await readTaken(transaction, analysis_id, names);
      for (const file of stored) {
        refuseTaken(taken, file.file_name);
        taken.add(nameKey(file.file_name));
        await insertFile(transaction, { ...file, analysis_id, created_by: account_id });
      }
      await launchReading(transaction, { analysis_id, account_id });
      await changeState(transaction, { analysis_id, event: "files_changed", account_id });
    });
    return stored.map(({ file_name }) => ({ file_name }));
  });
}

/** @throws CONFLICT with the name */
export function refuseTaken(taken: ReadonlySet<string>, file_name: string): void {
  if (!taken.has(nameKey(file_name))) return;
  throw failure("CONFLICT", { reason: "file_name_taken", file: file_name });
}
