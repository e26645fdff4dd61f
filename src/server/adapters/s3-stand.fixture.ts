// A stand for an S3 store in tests: it keeps objects in memory and checks every signature.

import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { sign } from "./s3-signature.ts";

const credentials = { accessKey: "key", secretKey: "se/cret", region: "eu-test-1" };
const pageSize = 2;

/** Starts the stand with one empty bucket. */
export async function startS3Stand(): Promise<{ url: string; close: () => Promise<void> }> {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => void answer(objects, request, response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as { port: number };
  return {
    url: `s3://key:se%2Fcret@127.0.0.1:${port}/bucket?region=eu-test-1&tls=off`,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

async function answer(
  objects: Map<string, Buffer>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = "", headers } = request;
  const url = new URL(request.url ?? "", `http://${headers.host}`);
  const body = await buffer(request);
  const end = (status: number, content: string | Buffer = "", more: Record<string, string> = {}) =>
    response.writeHead(status, { "content-length": content.length, ...more }).end(content);
  const bodyHash = createHash("sha256").update(body).digest("hex");
  const stamp = String(headers["x-amz-date"]);
  const time = stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z");
  const range: Record<string, string> = headers.range ? { range: headers.range } : {};
  const signed = sign({ method, url, headers: range, bodyHash }, credentials, new Date(time));
  if (headers.authorization !== signed["authorization"]) {
    return void end(403, "<Error><Code>SignatureDoesNotMatch</Code></Error>");
  }
  const key = url.pathname.slice("/bucket/".length);
  if (key === "") return void end(200, listing(objects, url));
  if (method === "PUT") {
    objects.set(key, body);
    return void end(200);
  }
  if (method === "DELETE") return void (objects.delete(key), end(204));
  const found = objects.get(key);
  if (!found) return void end(404, "<Error><Code>NoSuchKey</Code></Error>");
  const [, start, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
  if (start) return void end(206, found.subarray(Number(start), Number(last) + 1));
  end(200, found);
}

function listing(objects: Map<string, Buffer>, url: URL): string {
  const after = url.searchParams.get("continuation-token") ?? "";
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(url.searchParams.get("prefix") ?? "") && key > after)
    .toSorted();
  const page = keys.slice(0, pageSize);
  const contents = page.map(
    (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size></Contents>`,
  );
  const next =
    keys.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
  return `<?xml version="1.0"?><ListBucketResult>${contents.join("")}${next}</ListBucketResult>`;
}
