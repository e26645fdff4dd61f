// Objects that grow, as multipart uploads. S3 takes parts of 5 MB and more, so what is left after whole parts
// is an object of its own, named by the offset behind it, until the next piece completes its part.

import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  paginateListParts,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { checkKey, tailKey } from "./object-key.ts";
import type { Growing, GrowingStore } from "./object-storage.ts";
import { checkedPages, markOf, oddAnswer } from "./store-answer.ts";

export type Bucket = { readonly client: S3Client; readonly name: string };

const megabyte = 1024 ** 2;
const leastPartBytes = 8 * megabyte;
/** S3 accepts 10,000 parts. */
const mostParts = 9000;

function partBytesOf({ bytes }: Pick<Growing, "bytes">): number {
  const needed = Math.ceil(bytes / mostParts / megabyte) * megabyte;
  return Math.max(leastPartBytes, needed);
}

/** @param sizeOf size of a whole object, null if there is none */
export function growingParts(
  { client, name: Bucket }: Bucket,
  sizeOf: (key: string) => Promise<number | null>,
): GrowingStore {
  const tailBytes = (object: Growing) => object.offset - object.parts.length * partBytesOf(object);

  async function readTail(object: Growing, abortSignal?: AbortSignal): Promise<Uint8Array[]> {
    if (tailBytes(object) === 0) return [];
    const Key = tailKey(checkKey(object.key), object.offset);
    const answer = await client.send(
      new GetObjectCommand({ Bucket, Key }),
      abortSignal && { abortSignal },
    );
    const { Body } = answer;
    if (answer.ContentLength !== tailBytes(object)) {
      if (Body instanceof Readable) Body.destroy();
      throw oddAnswer("another size than was stored");
    }
    return [await buffer(Body instanceof Readable ? Body : Readable.from([]))];
  }

  async function sendPart(
    { key, handle }: Growing,
    number: number,
    Body: Uint8Array,
    abortSignal?: AbortSignal,
  ) {
    const about = { Bucket, Key: checkKey(key), UploadId: handle, PartNumber: number };
    const command = new UploadPartCommand({ ...about, Body });
    return markOf(await client.send(command, abortSignal && { abortSignal }));
  }

  /** Marks of the stored parts by their number; null if the store has no such upload. */
  async function readParts({ key, handle }: Growing): Promise<Map<number, string> | null> {
    const about = { Bucket, Key: checkKey(key), UploadId: handle };
    const found = new Map<number, string>();
    try {
      const pages = paginateListParts({ client }, about);
      const next = ({ NextPartNumberMarker }: { NextPartNumberMarker?: string | undefined }) =>
        NextPartNumberMarker;
      for await (const { Parts = [] } of checkedPages(pages, next)) {
        for (const { PartNumber = 0, ETag = "" } of Parts) found.set(PartNumber, ETag);
      }
      return found;
    } catch (error) {
      ignoreMissing(error);
      return null;
    }
  }

  const abort = async ({ key, handle }: Growing) => {
    const about = { Bucket, Key: checkKey(key), UploadId: handle };
    await client.send(new AbortMultipartUploadCommand(about)).catch(ignoreMissing);
  };
  const dropTail = async (object: Growing) => {
    if (tailBytes(object) === 0) return;
    const Key = tailKey(checkKey(object.key), object.offset);
    await client.send(new DeleteObjectCommand({ Bucket, Key }));
  };

  return {
    async begin(key) {
      const command = new CreateMultipartUploadCommand({ Bucket, Key: checkKey(key) });
      const { UploadId } = await client.send(command);
      if (UploadId === undefined) throw new Error("the object store began no upload");
      return UploadId;
    },
    async append(object, body, abortSignal) {
      const partBytes = partBytesOf(object);
      const parts: string[] = [...object.parts];
      const gathered = await readTail(object, abortSignal);
      let size = tailBytes(object);
      let offset = object.offset;
      /** One part is sent while the next one arrives. */
      let sending: Promise<string> | null = null;
      const settlePart = async () => {
        if (sending) parts.push(await sending);
        sending = null;
      };
      const sendWhole = async () => {
        const all = Buffer.concat(gathered.splice(0));
        await settlePart();
        sending = sendPart(object, parts.length + 1, all.subarray(0, partBytes), abortSignal);
        // It is awaited later, and may fail before.
        sending.catch(() => undefined);
        size = all.length - partBytes;
        if (size > 0) gathered.push(all.subarray(partBytes));
      };
      let fault: unknown;
      const chunks = body[Symbol.asyncIterator]();
      for (;;) {
        const next = await chunks.next().catch((error: unknown) => {
          fault = error;
        });
        if (!next || next.done) break;
        gathered.push(next.value);
        size += next.value.byteLength;
        offset += next.value.byteLength;
        while (size >= partBytes) await sendWhole();
      }
      await settlePart();
      if (size > 0 && offset > object.offset) {
        const Key = tailKey(checkKey(object.key), offset);
        const command = new PutObjectCommand({ Bucket, Key, Body: Buffer.concat(gathered) });
        markOf(await client.send(command, abortSignal && { abortSignal }));
      }
      return { offset, parts, fault };
    },
    settle: dropTail,
    async holds(object) {
      if ((await sizeOf(object.key)) === object.bytes) return true;
      const tail = tailBytes(object);
      const isTailThere =
        tail === 0 || (await sizeOf(tailKey(checkKey(object.key), object.offset))) === tail;
      const parts = isTailThere ? await readParts(object) : null;
      return parts !== null && object.parts.every((mark, index) => parts.get(index + 1) === mark);
    },
    async close(object) {
      // It was closed before, and the answer was lost.
      if ((await sizeOf(object.key)) === object.bytes) return;
      const parts = [...object.parts];
      const tail = await readTail(object);
      if (tail[0] || parts.length === 0) {
        parts.push(await sendPart(object, parts.length + 1, tail[0] ?? new Uint8Array()));
      }
      const joined = await client.send(
        new CompleteMultipartUploadCommand({
          Bucket,
          Key: checkKey(object.key),
          UploadId: object.handle,
          MultipartUpload: {
            Parts: parts.map((ETag, index) => ({ ETag, PartNumber: index + 1 })),
          },
        }),
      );
      markOf(joined);
      await dropTail(object);
    },
    async discard(object) {
      await abort(object);
      await dropTail(object);
    },
  };
}

function ignoreMissing(error: unknown): void {
  const isMissing = error instanceof S3ServiceException && /^NoSuch(Upload|Key)$/.test(error.name);
  if (!isMissing) throw error;
}
