// Appends chunks to an upload. What is acknowledged is on the disk or in the bucket, and its offset in the
// database.
import { createHash } from "node:crypto";
import { failure } from "../../domain/error.ts";
import type { Context } from "../context.ts";
import { requireFound } from "../implement.ts";
import { scanned } from "../store/account/virus-found.ts";
import * as store from "../store/plant/analysis/analysis-upload.ts";
import { chunkBody, stopSilentWriter } from "./chunk-body.ts";
import { failOnVirus } from "./finish-upload.ts";
import { growingOf } from "./growing-upload.ts";
import { continueHash, keepHash } from "./running-hash.ts";
import { endedFailure, otherWriter, withLease, type Writer } from "./upload-lease.ts";

/** Without a checksum, a long body is acknowledged in pieces: what broke later then continues there. */
const pieceBytes = 64 * 1024 ** 2;
/** The client of a former try may be gone without a word. */
const waitMs = 3000;

export type SentChunk = {
  readonly upload_id: number;
  readonly offset: number;
  /** SHA-256 in hexadecimal digits. With it a chunk is stored as a whole or not at all. */
  readonly checksum: string | undefined;
  readonly content_length: number | undefined;
  readonly stream: AsyncIterable<Buffer>;
};

/**
 * Answers the upload with its new offset.
 * @throws CONFLICT with the true offset, LOCKED, GONE, TOO_LARGE, CHECKSUM_MISMATCH, and faults of the body
 */
export async function appendChunk(context: Context, sent: SentChunk): Promise<store.UploadRow> {
  const { db } = context;
  const { upload_id } = sent;
  const known = requireFound(await store.readUploadRow(db, upload_id));
  if (known.state === "running") checkOffset(known, sent);
  stopSilentWriter(known.object);
  return withLease({
    db,
    upload_id,
    waitMs,
    work: (writer) =>
      write(context, writer, withScan(context, writer, sent)).catch((error: unknown) =>
        failOnVirus(context, writer, error),
      ),
    ended(upload) {
      throw endedFailure(upload);
    },
  });
}

function checkOffset({ offset, bytes }: store.UploadRow, sent: SentChunk): void {
  if (sent.offset !== offset) {
    throw failure("CONFLICT", { reason: "upload_offset_wrong", values: { offset } });
  }
  if (offset + (sent.content_length ?? 0) > bytes) throw failure("TOO_LARGE");
}

type ScannedChunk = SentChunk & {
  /** The end of the stream says whether its bytes may be kept: they are stored as a whole or not at all. */
  readonly isScanned: boolean;
};

/**
 * A file that is too long for the scanner as a whole is looked through chunk by chunk; the others when they are
 * finished.
 */
function withScan(context: Context, { upload }: Writer, sent: SentChunk): ScannedChunk {
  const isScanned = context.scanner !== null && upload.bytes > context.scanner.wholeBytes;
  if (!isScanned) return { ...sent, isScanned };
  const { file_name, analysis_id } = upload;
  return { ...sent, isScanned, stream: scanned(context, { file_name, analysis_id }, sent.stream) };
}

async function write(
  { db, files }: Context,
  writer: Writer,
  sent: ScannedChunk,
): Promise<store.UploadRow> {
  let { upload } = writer;
  checkOffset(upload, sent);
  const { id } = upload;
  const whole = continueHash(upload);
  // The hash of the first chunk is that of the file so far.
  const isShared = whole !== null && upload.offset === 0;
  const checked = sent.checksum === undefined ? null : isShared ? whole : createHash("sha256");
  const body = chunkBody(sent, writer, isShared ? [whole] : [checked, whole]);
  try {
    do {
      const before = growingOf(upload);
      const isWhole = checked !== null || sent.isScanned;
      const most = isWhole ? Infinity : pieceBytes;
      const grown = await files.growing
        .append(before, body.piece(most), body.signal)
        .catch((error: unknown) => {
          throw body.signal.aborted ? otherWriter() : error;
        });
      if (isWhole && grown.fault !== undefined) throw grown.fault;
      if (checked && checked.copy().digest("hex") !== sent.checksum) {
        throw failure("CHECKSUM_MISMATCH", { reason: "upload_chunk_broken" });
      }
      if (grown.offset > before.offset) {
        const isLast = grown.fault !== undefined || (body.isSent() && !(await body.hasMore()));
        const stored = await store.storeOffset(db, { id, lease: writer.lease, isLast }, grown);
        if (!stored) throw otherWriter();
        upload = stored;
        keepHash(upload, whole);
        // What stays goes with the leftovers.
        await files.growing.settle(before).catch(() => undefined);
      }
      if (grown.fault !== undefined) throw grown.fault;
    } while (await body.hasMore());
    return upload;
  } finally {
    body.end();
  }
}
