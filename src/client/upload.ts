// Uploads with progress: XMLHttpRequest reports how much of the body was sent, fetch does not. There is no
// retry here; the caller offers to continue or to start again.
import type { AnswerOf, Endpoint } from "../api/endpoint.ts";
import { addressOf } from "./address.ts";
import { answeredFailure, callFailure, requestHeaders } from "./call.ts";
import { isOffline } from "./offline/offline.ts";

export type UploadOptions = {
  readonly params?: unknown;
  readonly body: FormData;
  /** Bytes sent and bytes in all. */
  readonly onProgress?: (sent: number, total: number) => void;
  readonly signal?: AbortSignal;
  /** True to send although the app is offline. */
  readonly fromServer?: boolean;
};

/** Sends a multipart body; rejects with a CallFailure, also when aborted. */
export function upload<E extends Endpoint>(
  endpoint: E,
  options: UploadOptions,
): Promise<AnswerOf<E>> {
  return send(endpoint, options);
}

/** Sends bytes to an endpoint whose body is one stream; rejects with a CallFailure, also when aborted. */
export function uploadBytes<E extends Endpoint>(
  endpoint: E,
  { bytes, ...rest }: Omit<UploadOptions, "body"> & { query: unknown; bytes: Blob },
): Promise<AnswerOf<E>> {
  return send(endpoint, { ...rest, body: bytes });
}

async function send<E extends Endpoint>(
  endpoint: E,
  {
    params,
    query,
    body,
    onProgress,
    signal,
    fromServer,
  }: Omit<UploadOptions, "body"> & { query?: unknown; body: FormData | Blob },
): Promise<AnswerOf<E>> {
  if (isOffline() && !fromServer) throw callFailure("OFFLINE");
  const headers = await requestHeaders(endpoint);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, addressOf(endpoint, { params, query }));
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    if (body instanceof Blob) request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded, event.total);
    });
    request.addEventListener("load", () => {
      if (request.status >= 200 && request.status < 300) {
        try {
          resolve(JSON.parse(request.responseText) as AnswerOf<E>);
        } catch {
          // The sign-in page of a network, for example: the server was not reached.
          reject(callFailure("DISCONNECT"));
        }
      } else {
        void answeredFailure(request.status, request.responseText).then(reject);
      }
    });
    request.addEventListener("error", () => reject(callFailure("DISCONNECT")));
    request.addEventListener("abort", () => reject(callFailure("DISCONNECT")));
    signal?.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}
