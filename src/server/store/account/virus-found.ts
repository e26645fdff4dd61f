// Rejects a received file in which the virus scanner found something, and records it in the audit trail.
import { failure } from "../../../domain/error.ts";
import type { VirusScanner } from "../../adapters/virus-scanner.ts";
import type { Database } from "../../context.ts";
import { writeAuditEntry, type AuditAuthor } from "./audit.ts";

export type ScannedFile = {
  /** As the user sees it. */
  readonly file_name: string;
  readonly plant_id?: number | undefined;
  readonly analysis_id?: number | undefined;
};

export type Receiver = AuditAuthor & {
  /** Not the transaction that stores the file: the entry stays where the file goes. */
  readonly db: Database;
  readonly scanner: VirusScanner | null;
};

/**
 * The same chunks. Where a scanner is set up, the end comes only after the scanner has seen all of them, so that
 * a store that takes them has no object before.
 * @throws FILE_REFUSED with what was found, UNAVAILABLE where the scanner does not answer
 */
export function scanned(
  receiver: Receiver,
  file: ScannedFile,
  chunks: AsyncIterable<Buffer>,
): AsyncIterable<Buffer> {
  const { scanner } = receiver;
  if (scanner === null) return chunks;
  return scanner.scan(chunks, async (virus) => {
    const detail = { ...file, virus };
    await writeAuditEntry(receiver, receiver.db, { action: "virus_found", detail });
    const { file_name } = file;
    throw failure("FILE_REFUSED", { reason: "virus_found", file: file_name, values: { virus } });
  });
}

/** Reads a file that is stored, or in memory, past the scanner. @throws what `scanned` throws */
export async function requireClean(
  receiver: Receiver,
  file: ScannedFile,
  open: () => Promise<AsyncIterable<Buffer>>,
): Promise<void> {
  if (receiver.scanner === null) return;
  for await (const _ of scanned(receiver, file, await open()));
}
