// A stand-in for an S3 store in tests: the calls of the product, with objects in memory.

import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";

/** A multipart upload that is not complete yet: its parts by number. */
type Pending = {
  readonly key: string;
  readonly parts: Map<number, { etag: string; bytes: Buffer }>;
};
type State = {
  readonly objects: Map<string, Buffer>;
  readonly uploads: Map<string, Pending>;
  readonly reads: ObjectRead[];
};
type Answer = {
  readonly status: number;
  readonly body?: Buffer | string;
  readonly etag?: string;
  readonly range?: string;
};

const pageSize = 2;
const missing: Answer = { status: 404, body: "<Error><Code>NoSuchKey</Code></Error>" };

/**
 * Answers 500, answers late, ends connections in the middle of what is sent, says nothing, says nothing after
 * half of an object, or takes six seconds to join the parts of an object.
 */
export type StoreFault = "error" | "slow" | "cut" | "silent" | "half" | "joining";

type ObjectRead = { readonly key: string; readonly range: string; readonly bytes: number };

export type S3StandIn = {
  readonly url: string;
  /** From now on; null for none. A silent connection stays silent. */
  setFault(fault: StoreFault | null): void;
  /** Number of uploads that were neither completed nor aborted. */
  pendingUploads(): number;
  /** Each reading of an object so far: its key, its `Range` header ("" for the whole object), the bytes sent. */
  readonly reads: readonly ObjectRead[];
  close(): Promise<void>;
};

/** Starts the stand-in with one empty bucket. */
export async function startS3StandIn(): Promise<S3StandIn> {
  const state: State = { objects: new Map(), uploads: new Map(), reads: [] };
  let fault: StoreFault | null = null;
  const server = createServer((request, response) => {
    if (fault === "cut") request.once("data", () => request.socket.destroy());
    if (fault === "cut" && request.method !== "PUT") request.socket.destroy();
    const isObject = request.method === "GET" && request.url?.includes("x-id=GetObject");
    if (fault === "silent" || (fault === "half" && !isObject)) return void request.resume();
    if (fault === "error") {
      request.resume();
      const body = "<Error><Code>InternalError</Code></Error>";
      return void response.writeHead(500, { "content-type": "application/xml" }).end(body);
    }
    const isJoin = request.method === "POST" && request.url?.includes("uploadId=");
    const late = fault === "slow" ? 700 : fault === "joining" && isJoin ? 6000 : 0;
    const isHalf = fault === "half";
    setTimeout(() => void serve(state, request, response, isHalf).catch(() => undefined), late);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as { port: number };
  return {
    url: `s3://key:se%2Fcret@127.0.0.1:${port}/bucket?region=eu-test-1&tls=off`,
    pendingUploads: () => state.uploads.size,
    reads: state.reads,
    setFault: (next) => {
      fault = next;
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

async function serve(
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
  isHalf: boolean,
) {
  const { method = "", headers } = request;
  const url = new URL(request.url ?? "", "http://stand");
  const sent = await buffer(request);
  const key = decodeURIComponent(url.pathname.slice("/bucket".length).replace(/^\//, ""));
  const isSigned = headers.authorization?.includes("Credential=key/") ?? false;
  const { status, body, etag, range }: Answer = !isSigned
    ? { status: 403, body: "<Error><Code>InvalidAccessKeyId</Code></Error>" }
    : key === ""
      ? { status: 200, body: listing(state, url) }
      : (uploadAnswer(state, method, key, url, sent) ??
        objectAnswer(state, method, key, sent, headers.range));
  if (method === "GET" && typeof body === "object")
    state.reads.push({ key, range: headers.range ?? "", bytes: body.length });
  const type = typeof body === "string" ? "application/xml" : "application/octet-stream";
  response.writeHead(status, {
    "content-length": body?.length ?? 0,
    "content-type": type,
    ...(etag !== undefined && { etag }),
    ...(range !== undefined && { "content-range": range }),
  });
  if (isHalf) response.write(body?.slice(0, body.length / 2));
  else response.end(body);
}

function objectAnswer(
  { objects }: State,
  method: string,
  key: string,
  sent: Buffer,
  range = "",
): Answer {
  if (method === "PUT") {
    objects.set(key, sent);
    return { status: 200, etag: `"${randomUUID()}"` };
  }
  if (method === "DELETE") {
    objects.delete(key);
    return { status: 204 };
  }
  const body = objects.get(key);
  if (!body) return missing;
  const etag = '"stored"';
  const [, start, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  if (start === undefined) return { status: 200, body, etag };
  const part = body.subarray(Number(start), Number(last) + 1);
  const end = Number(start) + part.length - 1;
  return { status: 206, body: part, etag, range: `bytes ${start}-${end}/${body.length}` };
}

/** The answer to a call about a multipart upload; null for other calls. */
function uploadAnswer(
  { objects, uploads }: State,
  method: string,
  key: string,
  url: URL,
  sent: Buffer,
): Answer | null {
  if (method === "POST" && url.searchParams.has("uploads")) {
    const id = randomUUID();
    uploads.set(id, { key, parts: new Map() });
    const content = `<Bucket>bucket</Bucket><Key>${key}</Key><UploadId>${id}</UploadId>`;
    const name = "InitiateMultipartUploadResult";
    return { status: 200, body: `<?xml version="1.0"?><${name}>${content}</${name}>` };
  }
  const id = url.searchParams.get("uploadId");
  if (id === null) return null;
  const upload = uploads.get(id);
  if (upload?.key !== key) return { status: 404, body: "<Error><Code>NoSuchUpload</Code></Error>" };
  if (method === "PUT") {
    const etag = `"${randomUUID()}"`;
    upload.parts.set(Number(url.searchParams.get("partNumber")), { etag, bytes: sent });
    return { status: 200, etag };
  }
  if (method === "DELETE") {
    uploads.delete(id);
    return { status: 204 };
  }
  if (method === "GET") return { status: 200, body: partListing(upload) };
  const parts = listedParts(sent.toString()).map(({ number, etag }) => {
    const part = upload.parts.get(number);
    return part?.etag === etag ? part.bytes : null;
  });
  const whole = parts.filter((bytes) => bytes !== null);
  // All but the last must have 5 MB.
  const isShort = whole.slice(0, -1).some(({ length }) => length < 5 * 1024 ** 2);
  if (whole.length < parts.length || isShort) {
    const Code = isShort ? "EntityTooSmall" : "InvalidPart";
    return { status: 400, body: `<Error><Code>${Code}</Code></Error>` };
  }
  uploads.delete(id);
  objects.set(key, Buffer.concat(whole));
  const name = "CompleteMultipartUploadResult";
  return {
    status: 200,
    body: `<?xml version="1.0"?><${name}><Key>${key}</Key><ETag>"joined"</ETag></${name}>`,
  };
}

function partListing({ parts }: Pending): string {
  const listed = [...parts].map(
    ([number, { etag, bytes }]) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag><Size>${bytes.length}</Size></Part>`,
  );
  return `<?xml version="1.0"?><ListPartsResult>${listed.join("")}<IsTruncated>false</IsTruncated></ListPartsResult>`;
}

/** The parts that the body of a completion names. */
function listedParts(body: string): { number: number; etag: string }[] {
  return [...body.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = ""]) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: (/<ETag>(.*?)</.exec(part)?.[1] ?? "").replaceAll("&quot;", '"'),
  }));
}

function listing({ objects, uploads }: State, url: URL): string {
  if (url.searchParams.has("uploads")) {
    const began = [...uploads].map(
      ([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`,
    );
    const name = "ListMultipartUploadsResult";
    return `<?xml version="1.0"?><${name}>${began.join("")}</${name}>`;
  }
  const after = url.searchParams.get("continuation-token") ?? "";
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(url.searchParams.get("prefix") ?? "") && key > after)
    .toSorted();
  const page = keys.slice(0, pageSize);
  const contents = page.map(
    (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size></Contents>`,
  );
  const next =
    keys.length > pageSize
      ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${page.at(-1)}</NextContinuationToken>`
      : "<IsTruncated>false</IsTruncated>";
  return `<?xml version="1.0"?><ListBucketResult>${contents.join("")}${next}</ListBucketResult>`;
}
