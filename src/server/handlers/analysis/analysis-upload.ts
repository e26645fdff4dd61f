// Uploads of drone data in chunks: begun, continued, finished, cancelled.
import { randomUUID } from "node:crypto";
import { analysisUploadApi } from "../../../api/analysis/analysis-upload.ts";
import type { AnalysisUpload } from "../../../domain/analysis/analysis-upload.ts";
import { uploadNameRefusal } from "../../../domain/analysis/upload-name.ts";
import { failure } from "../../../domain/error.ts";
import { limits } from "../../../domain/limits.ts";
import type { Context } from "../../context.ts";
import type { Handlers } from "../../implement.ts";
import { refuse, requireFound } from "../../implement.ts";
import { changeState, lockState } from "../../store/plant/analysis/analysis-change.ts";
import { readTaken } from "../../store/plant/analysis/analysis-file.ts";
import * as store from "../../store/plant/analysis/analysis-upload.ts";
import { requireQuota } from "../../store/provider/quota.ts";
import { appendChunk } from "../../upload/chunk-upload.ts";
import { cancelUpload, finishUpload } from "../../upload/finish-upload.ts";
import { freeNames } from "../../upload/free-names.ts";

const tus = { "tus-resumable": "1.0.0" } as const;

export const analysisUploadHandlers: Handlers<typeof analysisUploadApi> = {
  async secureFileNames({ db, viewer }, { analysis, body: { file_names } }) {
    refuse(analysisUploadApi.secureFileNames, viewer, analysis);
    const names = await freeNames(file_names, (some) => readTaken(db, analysis.id, some));
    return file_names.map((sent_name, index) => ({ sent_name, file_name: names[index] ?? "" }));
  },

  async create(context, { analysis, plant, headers }) {
    const { viewer, files } = context;
    refuse(analysisUploadApi.create, viewer, analysis);
    const bytes = headers["upload-length"];
    const file_name = headers["upload-metadata"];
    const refusal = uploadNameRefusal(file_name);
    if (refusal) throw failure("BAD_REQUEST", refusal);
    await requireQuota(context.db, viewer, plant.customer_id, { bytes, rows: 0 });
    const object = `analysis-file/${randomUUID()}`;
    const handle = await files.growing.begin(object, bytes);
    const about = { analysis_id: analysis.id, file_name, object, handle, bytes };
    const upload = await begin(context, about).catch(async (error: unknown) => {
      await files.growing.discard({ key: object, handle, bytes, offset: 0, parts: [] });
      throw error;
    });
    const answer = shown(context, upload);
    const location = `/api/auth/analysis-upload/${upload.id}`;
    return { headers: { ...expiryHeaders(answer), location }, answer };
  },

  list: ({ db, settings }, { analysis }) =>
    store.readRunningUploads(db, analysis.id, settings.upload_expiry_hours),

  async head(context, { params }) {
    const upload = requireFound(await store.readUploadRow(context.db, params.upload_id));
    const isOpen = upload.state === "running" || upload.state === "finished";
    if (!isOpen) throw failure("GONE", { reason: `upload_${upload.state}` });
    const headers = offsetHeaders(context, upload);
    return { headers: { ...headers, "upload-length": upload.bytes }, answer: undefined };
  },

  async patch(context, { params, headers, stream, analysis }) {
    refuse(analysisUploadApi.patch, context.viewer, analysis);
    const upload = await appendChunk(context, { ...params, ...chunkOf(headers), stream });
    return { headers: offsetHeaders(context, upload), answer: undefined };
  },

  async remove(context, { params: { upload_id } }) {
    await cancel(context, upload_id);
    return { headers: tus, answer: undefined };
  },

  async nextChunk(context, { params, headers, stream, analysis }) {
    refuse(analysisUploadApi.nextChunk, context.viewer, analysis);
    return shown(context, await appendChunk(context, { ...params, ...chunkOf(headers), stream }));
  },

  // The rule is asked where the file is added: a repeated call is answered like the first.
  async finish(context, { params: { upload_id }, body }) {
    return shown(context, await finishUpload(context, upload_id, body.sha256));
  },

  async cancel(context, { params: { upload_id } }) {
    await cancel(context, upload_id);
    return { done: true };
  },

  uploadingUsers: ({ db, viewer }) => store.readUploadingUsers(db, viewer),
};

type ChunkHeaders = {
  readonly "upload-offset": number;
  readonly "upload-checksum"?: string | undefined;
  readonly "content-length"?: number | undefined;
};

function chunkOf(headers: ChunkHeaders) {
  return {
    offset: headers["upload-offset"],
    checksum: headers["upload-checksum"],
    content_length: headers["content-length"],
  };
}

/** Stores the upload; the analysis is uploading from now on. */
function begin(
  { db, viewer: { account_id } }: Context,
  row: Omit<Parameters<typeof store.insertUpload>[1], "account_id">,
): Promise<store.UploadRow> {
  return db.transaction(async (transaction) => {
    const { analysis_id, file_name } = row;
    requireFound(await lockState(transaction, analysis_id));
    if ((await readTaken(transaction, analysis_id, [file_name])).size > 0) {
      throw failure("CONFLICT", { reason: "upload_name_taken", field: "file_name" });
    }
    const most = limits.runningUploads;
    if ((await store.countRunningUploads(transaction, account_id)) >= most) {
      throw failure("CONFLICT", { reason: "unfinished_uploads_most", values: { most } });
    }
    const upload = await store.insertUpload(transaction, { ...row, account_id });
    await changeState(transaction, { analysis_id, event: "upload_started", account_id });
    return upload;
  });
}

async function cancel(context: Context, upload_id: number): Promise<void> {
  const upload = requireFound(await store.readUploadRow(context.db, upload_id));
  await cancelUpload(context, upload, context.viewer.account_id);
}

function shown({ settings, viewer }: Context, upload: store.UploadRow): AnalysisUpload {
  const expires_at = store.expiryOf(upload, settings.upload_expiry_hours);
  return { ...upload, expires_at, user_name: viewer.name };
}

function expiryHeaders({ expires_at }: Pick<AnalysisUpload, "expires_at">) {
  return { ...tus, "upload-expires": new Date(expires_at).toUTCString() };
}

function offsetHeaders(context: Context, upload: store.UploadRow) {
  return { ...expiryHeaders(shown(context, upload)), "upload-offset": upload.offset };
}
