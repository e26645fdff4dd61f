// The end of an upload: it becomes a file of its analysis, or is refused, expired or cancelled.
import { failure, isFailure } from "../../domain/error.ts";
import { fileChangeRefusal, stateEventRefusal } from "../../domain/analysis/analysis-state.ts";
import type { StateEvent } from "../../domain/analysis/analysis-state.ts";
import { startEvaluation } from "../analysis/start-evaluation.ts";
import type { Context, Database, Services } from "../context.ts";
import { requireFound } from "../implement.ts";
import {
  changeState,
  lockState,
  readCompleteAfterUpload,
} from "../store/plant/analysis/analysis-change.ts";
import { insertFile, launchReading } from "../store/plant/analysis/analysis-file.ts";
import * as store from "../store/plant/analysis/analysis-upload.ts";
import { requireClean } from "../store/account/virus-found.ts";
import { growingOf } from "./growing-upload.ts";
import { forgetHash, wholeHash } from "./running-hash.ts";
import { endedFailure, otherWriter, withLease, type Writer } from "./upload-lease.ts";

/** A second call waits for the first, and gets the same answer. */
const waitMs = 20_000;

type Ended = { readonly analysis_id: number; readonly account_id: number | null };

/** The state of the analysis follows where the table knows the event in this state. */
async function follow(db: Database, event: StateEvent, { analysis_id, account_id }: Ended) {
  const facts = await lockState(db, analysis_id);
  if (!facts || stateEventRefusal(event, facts) !== null) return;
  await changeState(db, { analysis_id, event, account_id });
  if (event === "data_completed") await startEvaluation(db, { analysis_id, account_id });
}

/**
 * Adds the file to its analysis. May be repeated, also at the same time: there is one file.
 * @throws CONFLICT where bytes are missing, FILE_REFUSED where the hash differs
 */
export async function finishUpload(
  context: Context,
  upload_id: number,
  sha256: string,
): Promise<store.UploadRow> {
  const { db, files } = context;
  return withLease({
    db,
    upload_id,
    waitMs,
    ended(upload) {
      if (upload.state === "finished" && upload.sha256 === sha256) return upload;
      throw upload.state === "finished" ? hashWrong() : endedFailure(upload);
    },
    async work({ upload, lease }) {
      const { bytes, offset } = upload;
      if (offset !== bytes) {
        throw failure("CONFLICT", { reason: "upload_incomplete", values: { offset, bytes } });
      }
      await files.growing.close(growingOf(upload));
      if ((await wholeHash(files, upload)) !== sha256) {
        await failUpload(context, upload, lease);
        throw hashWrong();
      }
      await refuseVirus(context, { upload, lease });
      const finished = await db.transaction((transaction) =>
        addFile(transaction, upload, { lease, sha256, account_id: context.viewer.account_id }),
      );
      forgetHash(upload.object);
      return finished;
    },
  });
}

function hashWrong() {
  return failure("FILE_REFUSED", { reason: "upload_hash_wrong" });
}

async function addFile(
  db: Database,
  { id, analysis_id, file_name, object, bytes, account_id: created_by }: store.UploadRow,
  by: { readonly lease: string; readonly sha256: string; readonly account_id: number },
): Promise<store.UploadRow> {
  const facts = requireFound(await lockState(db, analysis_id));
  const refusal = fileChangeRefusal(facts);
  if (refusal) throw failure("CONFLICT", refusal);
  const isToComplete = await readCompleteAfterUpload(db, analysis_id);
  const finished = await store.endUpload(db, id, "finished", by);
  if (!finished) throw otherWriter();
  const { sha256, account_id } = by;
  await insertFile(db, { analysis_id, file_name, object, bytes, sha256, created_by });
  await launchReading(db, { analysis_id, account_id });
  await follow(db, "upload_finished", { analysis_id, account_id });
  if (isToComplete) await follow(db, "data_completed", { analysis_id, account_id });
  return finished;
}

/**
 * A file that the scanner takes as a whole is looked through here; a longer one was while it arrived, see
 * `appendChunk`. Where the scanner does not answer, the upload stays as it is and can be finished later.
 * @throws FILE_REFUSED where something is found: the upload has failed, and what arrived is gone
 */
async function refuseVirus(
  context: Context,
  writer: Pick<Writer, "upload" | "lease">,
): Promise<void> {
  const { upload } = writer;
  if (upload.bytes > (context.scanner?.wholeBytes ?? 0)) return;
  const { file_name, analysis_id, object } = upload;
  await requireClean(context, { file_name, analysis_id }, () => context.files.stream(object)).catch(
    (error: unknown) => failOnVirus(context, writer, error),
  );
}

/** Ends an upload in which something was found. @throws the error */
export async function failOnVirus(
  context: Context,
  { upload, lease }: Pick<Writer, "upload" | "lease">,
  error: unknown,
): Promise<never> {
  if (isFailure(error) && error.code === "FILE_REFUSED") await failUpload(context, upload, lease);
  throw error;
}

/** The upload must begin again: what arrived is not the file, or must not be kept. */
async function failUpload(
  { db, files, viewer }: Context,
  { id, object, analysis_id }: store.UploadRow,
  lease: string,
): Promise<void> {
  const failed = await db.transaction(async (transaction) => {
    await lockState(transaction, analysis_id);
    const ended = await store.endUpload(transaction, id, "failed", { lease });
    const { account_id } = viewer;
    if (ended) await follow(transaction, "upload_failed", { analysis_id, account_id });
    return ended;
  });
  if (!failed) throw otherWriter();
  forgetHash(object);
  await files.growing.discard(growingOf(failed));
  // Closed, but not yet a file.
  await files.remove(object);
}

/** Ends a running upload and removes what has arrived. One that has ended is left as it is. */
export async function cancelUpload(
  { db, files }: Pick<Context, "db" | "files">,
  upload: store.UploadRow,
  account_id: number,
): Promise<void> {
  const { id, analysis_id } = upload;
  const ended = await db.transaction(async (transaction) => {
    await lockState(transaction, analysis_id);
    const cancelled = await store.endUpload(transaction, id, "cancelled");
    if (cancelled) await follow(transaction, "upload_cancelled", { analysis_id, account_id });
    return cancelled;
  });
  if (!ended) return;
  forgetHash(upload.object);
  await files.growing.discard(growingOf(ended));
  // Closed, but not yet a file.
  await files.remove(upload.object);
}

/** Puts abandoned uploads in quarantine: their bytes stay until the row is removed. */
export async function expireUploads(
  { now, settings }: Pick<Services, "now" | "settings">,
  ownerDb: Database,
): Promise<void> {
  const before = new Date(now().getTime() - settings.upload_expiry_hours * 3600_000);
  for (const upload of await store.readAbandonedUploads(ownerDb, before)) {
    await endUnattended(ownerDb, upload, "expired");
  }
}

/** Ends an upload whose bytes are lost: it must begin again. */
export async function endLostUpload(ownerDb: Database, upload: store.UploadRow): Promise<void> {
  await endUnattended(ownerDb, upload, "failed");
}

async function endUnattended(
  ownerDb: Database,
  { id, analysis_id }: store.UploadRow,
  state: "expired" | "failed",
): Promise<void> {
  await ownerDb.transaction(async (transaction) => {
    await lockState(transaction, analysis_id);
    const ended = await store.endUpload(transaction, id, state);
    if (ended) await follow(transaction, "upload_failed", { analysis_id, account_id: null });
  });
}
