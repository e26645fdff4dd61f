// Sends the bytes of a file with the tus protocol (https://tus.io), from where the server has them. The
// caller decides about another attempt; nothing is retried here.
import type { DetailedError } from "tus-js-client";
import { analysisUploadApi } from "../api/analysis/analysis-upload.ts";
import { sessionApi } from "../api/account/session.ts";
import type { AnalysisUpload } from "../domain/analysis/analysis-upload.ts";
import { errors } from "../domain/error.ts";
import { addressOf } from "./address.ts";
import { renewBotToken } from "./bot-token.ts";
import { answeredFailure, call, callFailure, requestHeaders, type CallFailure } from "./call.ts";
import { hashChunk } from "./file-hash.ts";

export type FileTransfer = {
  readonly upload_id: number;
  readonly file: File;
  /** Names the file for the worker that computes its hash. */
  readonly key: string;
  /** Bytes sent so far. */
  readonly onProgress: (sent: number) => void;
  readonly signal: AbortSignal;
};

/** A chunk is sent again as a whole where it is cut off; S3 takes none below 5 MiB. */
const CHUNK_BYTES = 8 * 1024 ** 2;

/** Announces a file; `file_name` is a secure name. Rejects with a CallFailure. */
export function beginUpload(
  analysis_id: number,
  file_name: string,
  bytes: number,
): Promise<AnalysisUpload> {
  const name = btoa(String.fromCharCode(...new TextEncoder().encode(file_name)));
  const headers = {
    "tus-resumable": "1.0.0",
    "upload-length": String(bytes),
    "upload-metadata": `filename ${name}`,
  };
  return call(analysisUploadApi.create, { params: { analysis_id } }, { headers, isQuiet: true });
}

/** Sends what the server does not have yet. Rejects with a CallFailure, also when aborted. */
export async function sendFile(transfer: FileTransfer): Promise<void> {
  const { upload_id, file, key, onProgress, signal } = transfer;
  const endpoint = analysisUploadApi.patch;
  /** Of the chunk that is sent next. */
  let checksum = "";
  let readingFault: CallFailure | null = null;
  const fileReader = {
    openFile: async () => ({
      size: file.size,
      slice: async (start: number, end: number) => {
        try {
          checksum = base64(await hashChunk({ key, file }, start, end));
        } catch (cause) {
          readingFault = unreadable(file.name);
          throw cause;
        }
        return { value: file.slice(start, end), done: end >= file.size };
      },
      close: () => undefined,
    }),
  };
  const { Upload } = await protocol();
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      uploadUrl: addressOf(endpoint, { params: { upload_id } }),
      chunkSize: CHUNK_BYTES,
      retryDelays: null,
      // Uploads that have begun are kept by upload-record.ts.
      storeFingerprintForResuming: false,
      fileReader,
      onBeforeRequest: async (request) => {
        const headers = await requestHeaders(endpoint);
        for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
        if (request.getMethod() === "PATCH")
          request.setHeader("Upload-Checksum", `sha256 ${checksum}`);
      },
      onProgress: (sent) => onProgress(sent),
      onSuccess: () => resolve(),
      onError: (error) => void failureOf(error).then((fault) => reject(readingFault ?? fault)),
    });
    signal.addEventListener("abort", () => {
      void upload.abort();
      reject(callFailure("DISCONNECT"));
    });
    if (signal.aborted) reject(callFailure("DISCONNECT"));
    else upload.start();
  });
}

/** Loaded with the first file: most visits upload none. Without a network it is a cut connection like any other. */
async function protocol() {
  try {
    return await import("tus-js-client");
  } catch {
    throw callFailure("DISCONNECT");
  }
}

/** The file was moved, changed or removed since it was chosen. */
function unreadable(file: string): CallFailure {
  return callFailure("FILE_REFUSED", { problems: [{ reason: "file_changed_since", file }] });
}

async function failureOf(error: Error | DetailedError): Promise<CallFailure> {
  const response = "originalResponse" in error ? error.originalResponse : null;
  if (!response || response.getStatus() === 0) return callFailure("DISCONNECT");
  const fault = await answeredFailure(response.getStatus(), response.getBody());
  const { reaction } = errors[fault.code];
  // What `call` does for other requests: the next attempt has the new token, or the new permissions.
  if (reaction === "new_bot_token") await renewBotToken().catch(() => undefined);
  else if (reaction !== "show") await call(sessionApi.me).catch(() => undefined);
  return fault;
}

function base64(hexadecimal: string): string {
  const bytes = hexadecimal.match(/../g) ?? [];
  return btoa(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))));
}
