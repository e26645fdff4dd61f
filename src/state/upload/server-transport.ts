// The queue's way to the server: secure name, create, chunks, finish, cancel.
import { analysisUploadApi } from "../../api/analysis/analysis-upload.ts";
import { call } from "../../client/call.ts";
import { forgetHash, hashWhole } from "../../client/file-hash.ts";
import { beginUpload, sendFile } from "../../client/file-transfer.ts";
import { holdTab, runInOneTab, tab } from "../../client/upload-lock.ts";
import { dropUploadRecord, keepUploadRecord } from "../../client/upload-record.ts";
import type { Surroundings, Transport } from "./transport.ts";

/**
 * @param account_id the user whose browser keeps what has begun
 * @param onBegun called with the analysis when an upload was announced; where it rejects, the announcement is
 * repeated
 */
export function serverTransport(
  account_id: number,
  onBegun: (analysis_id: number) => Promise<void>,
): Transport {
  return {
    async begin(source) {
      const { analysis_id, analysis_name, name, file_name, file, handle, folder } = source;
      const id = await announced(analysis_id, file_name, file.size);
      const kept = { analysis_id, analysis_name, name, file_name, handle, folder };
      const { size, lastModified: last_modified } = file;
      holdTab();
      await keepUploadRecord({ id, tab, account_id, ...kept, size, last_modified });
      await onBegun(analysis_id);
      return id;
    },
    send: ({ key, file }, upload_id, onProgress, signal) =>
      sendFile({ upload_id, file, key, onProgress, signal }),
    async finish({ key, file }, upload_id) {
      const sha256 = await hashWhole({ key, file });
      const ask = { params: { upload_id }, body: { sha256 } };
      await call(analysisUploadApi.finish, ask, { isQuiet: true });
      await forget(key, upload_id);
    },
    async cancel({ key }, upload_id) {
      await forget(key, upload_id);
      await call(analysisUploadApi.cancel, { params: { upload_id } });
    },
    alone: runInOneTab,
  };
}

/** An announcement whose answer was lost has made the upload: it is found again by name and size. */
async function announced(analysis_id: number, file_name: string, bytes: number): Promise<number> {
  try {
    return (await beginUpload(analysis_id, file_name, bytes)).id;
  } catch (cause) {
    const { problems = [] } = cause as { problems?: readonly { reason: string }[] };
    if (problems[0]?.reason !== "upload_name_taken") throw cause;
    const running = await call(analysisUploadApi.list, { params: { analysis_id } });
    const made = running.find((one) => one.file_name === file_name && one.bytes === bytes);
    if (made?.offset !== 0) throw cause;
    return made.id;
  }
}

async function forget(key: string, upload_id: number): Promise<void> {
  forgetHash(key);
  await dropUploadRecord(upload_id);
}

const SECOND_MS = 1000;

export const surroundings: Surroundings = {
  now: () => performance.now(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        window.removeEventListener("online", end);
        signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      window.addEventListener("online", end);
      signal.addEventListener("abort", end);
    }),
  everySecond(run) {
    const timer = setInterval(run, SECOND_MS);
    return () => clearInterval(timer);
  },
};
