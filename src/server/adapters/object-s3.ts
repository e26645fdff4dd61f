// Objects in any S3 store, over plain HTTP requests; a PUT there appears whole or not at all.

import { createHash, randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { SaxesParser } from "saxes";
import { startFault } from "../start/start-fault.ts";
import { checkKey, checkPrefix, noSuchObject } from "./object-key.ts";
import type { ObjectStore } from "./object-storage.ts";
import { encode, sign, type Credentials } from "./s3-signature.ts";

type Bucket = { readonly root: string; readonly credentials: Credentials };
type Body = { readonly content: Blob | Uint8Array<ArrayBuffer>; readonly hash: string };

const attempts = 4;
const emptyHash = createHash("sha256").digest("hex");

/**
 * Opens a bucket that exists already.
 * @param address `s3://KEY:SECRET@HOST/BUCKET?region=REGION&tls=off`; key and secret percent-encoded
 * @throws a start fault when the address lacks a part or the bucket cannot be used
 */
export async function openS3(address: string): Promise<ObjectStore> {
  const bucket = readAddress(address);
  const store = storeOf(bucket);
  try {
    await store.check();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw startFault(
      `OBJECT_STORE_URL: the bucket ${bucket.root} cannot be used: ${reason}`,
      error,
    );
  }
  return store;
}

function readAddress(address: string): Bucket {
  const url = new URL(address);
  const name = url.pathname.replace(/^\/|\/$/g, "");
  if (url.host === "" || url.username === "" || url.password === "" || !/^[\w.-]+$/.test(name)) {
    throw startFault("OBJECT_STORE_URL must look like s3://KEY:SECRET@HOST/BUCKET?region=REGION.");
  }
  return {
    root: `${url.searchParams.get("tls") === "off" ? "http" : "https"}://${url.host}/${name}`,
    credentials: {
      accessKey: decodeURIComponent(url.username),
      secretKey: decodeURIComponent(url.password),
      region: url.searchParams.get("region") ?? "us-east-1",
    },
  };
}

function storeOf(bucket: Bucket): ObjectStore {
  const at = (key: string) =>
    new URL(`${bucket.root}/${checkKey(key).split("/").map(encode).join("/")}`);
  const open = async (key: string, headers: Record<string, string>) => {
    const answer = await ask(bucket, "GET", at(key), headers);
    if (answer.status === 404) {
      await forget(answer);
      throw noSuchObject(key);
    }
    if (!answer.ok) throw await refusal(answer);
    return answer.body === null ? Readable.from([]) : Readable.fromWeb(answer.body);
  };
  const store: ObjectStore = {
    async put(key, content) {
      await withBody(content, async (body) => {
        const answer = await ask(bucket, "PUT", at(key), {}, body);
        if (!answer.ok) throw await refusal(answer);
        await forget(answer);
      });
    },
    read: async (key) => buffer(await open(key, {})),
    stream: (key, range) => open(key, range ? { range: `bytes=${range.start}-${range.end}` } : {}),
    async size(key) {
      const answer = await ask(bucket, "HEAD", at(key));
      if (answer.status === 404) return null;
      if (!answer.ok) throw await refusal(answer);
      return Number(answer.headers.get("content-length"));
    },
    async remove(key) {
      const answer = await ask(bucket, "DELETE", at(key));
      if (!answer.ok && answer.status !== 404) throw await refusal(answer);
      await forget(answer);
    },
    list: (prefix) => list(bucket, checkPrefix(prefix)),
    async check() {
      const key = `health/${randomUUID()}`;
      await store.put(key, new Uint8Array([1]));
      await store.read(key);
      await store.remove(key);
    },
  };
  return store;
}

/** Sends a signed request, again where the store is busy or the line breaks: all calls are repeatable. */
async function ask(
  { credentials }: Bucket,
  method: string,
  url: URL,
  headers: Record<string, string> = {},
  body?: Body,
): Promise<Response> {
  const bodyHash = body?.hash ?? emptyHash;
  for (let attempt = 1; ; attempt += 1) {
    const signed = sign({ method, url, headers, bodyHash }, credentials, new Date());
    try {
      const answer = await fetch(url, { method, headers: signed, body: body?.content ?? null });
      if (answer.status < 500 || attempt === attempts) return answer;
      await forget(answer);
    } catch (error) {
      if (attempt === attempts) throw error;
    }
    await sleep(100 * 4 ** (attempt - 1));
  }
}

/** Gives the use of a body of known length; a stream is first written aside. */
async function withBody(
  content: Uint8Array | AsyncIterable<Uint8Array>,
  use: (body: Body) => Promise<void>,
): Promise<void> {
  const hash = createHash("sha256");
  if (content instanceof Uint8Array) {
    const bytes = new Uint8Array(content);
    return use({ content: bytes, hash: hash.update(bytes).digest("hex") });
  }
  const folder = await mkdtemp(join(tmpdir(), "object-"));
  try {
    const path = join(folder, "body");
    await writeFile(path, hashing(content, hash));
    await use({ content: await openAsBlob(path), hash: hash.digest("hex") });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* hashing(chunks: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

async function* list(bucket: Bucket, prefix: string): AsyncGenerator<string> {
  let token = "";
  do {
    const url = new URL(bucket.root);
    url.searchParams.set("list-type", "2");
    url.searchParams.set("prefix", prefix);
    if (token !== "") url.searchParams.set("continuation-token", token);
    const answer = await ask(bucket, "GET", url);
    if (!answer.ok) throw await refusal(answer);
    const page = readListing(await answer.text());
    yield* page.keys;
    token = page.next;
  } while (token !== "");
}

/** Reads a ListBucketResult; `next` is the token of the next page, "" on the last one. */
function readListing(xml: string): { keys: string[]; next: string } {
  const keys: string[] = [];
  let [next, text] = ["", ""];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", () => (text = ""));
  parser.on("text", (more) => (text += more));
  parser.on("closetag", ({ name }) => {
    if (name === "Key") keys.push(text);
    else if (name === "NextContinuationToken") next = text;
    text = "";
  });
  parser.write(xml).close();
  return { keys, next };
}

async function refusal(answer: Response): Promise<Error> {
  const code = /<Code>([^<]+)<\/Code>/.exec(await answer.text())?.[1];
  return new Error(`the object store answered ${answer.status}${code ? ` ${code}` : ""}`);
}

/** Reads the rest of an answer, so that its connection can be used again. */
async function forget(answer: Response): Promise<void> {
  await answer.body?.cancel();
}
