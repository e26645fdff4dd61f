// Objects in an S3 store, such as Amazon S3 or Ceph radosgw.

import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { startFault } from "../start/start-fault.ts";
import { growingParts, type Bucket } from "./growing-s3.ts";
import { checkKey, checkPrefix, noSuchObject } from "./object-key.ts";
import type { ByteRange, ObjectStore, Unfinished } from "./object-storage.ts";
import {
  answerLimits,
  checkedPages,
  limitAnswers,
  markOf,
  oddAnswer,
  wholeObject,
  type AnswerLimits,
} from "./store-answer.ts";
import { watchSilence, type SilenceWatch } from "./store-silence.ts";

/** Tries per call if the store is busy or the connection breaks. */
const maxAttempts = 4;
/** A store that says nothing for so long does not answer. */
const answerMs = 30_000;
/** Streams are sent in parts of this size, two at a time. S3 accepts 10,000 parts per object. */
const partBytes = 8 * 1024 ** 2;
const partsAtOnce = 2;

/**
 * Opens an existing bucket.
 * @param address `s3://KEY:SECRET@HOST/BUCKET?region=REGION&tls=off`; key and secret percent-encoded
 * @throws a start fault if the address is incomplete or the bucket cannot be used
 */
export async function openS3(address: string, most = answerLimits): Promise<ObjectStore> {
  const { bucket, endpoint, silence } = readAddress(address, most);
  const store = storeOf(bucket, silence, most);
  try {
    await store.check();
  } catch (error) {
    const place = `${endpoint}/${bucket.name}`;
    const reason = reasonOf(error);
    throw startFault(`OBJECT_STORE_URL: the bucket ${place} cannot be used: ${reason}`, error);
  }
  return store;
}

/**
 * Makes the bucket of the address, unless it is there.
 * @returns null when it is there, else why not
 */
export async function makeBucket(address: string): Promise<string | null> {
  const { bucket } = readAddress(address);
  const { client, name: Bucket } = bucket;
  try {
    await client.send(new CreateBucketCommand({ Bucket }));
    return null;
  } catch (error) {
    const isThere =
      error instanceof S3ServiceException &&
      /^(BucketAlreadyExists|BucketAlreadyOwnedByYou)$/.test(error.name);
    return isThere ? null : reasonOf(error);
  }
}

function readAddress(
  address: string,
  most = answerLimits,
): {
  bucket: Bucket;
  endpoint: string;
  silence: SilenceWatch;
} {
  const url = new URL(address);
  const name = url.pathname.replace(/^\/|\/$/g, "");
  if (url.host === "" || url.username === "" || url.password === "" || !/^[\w.-]+$/.test(name)) {
    throw startFault("OBJECT_STORE_URL must look like s3://KEY:SECRET@HOST/BUCKET?region=REGION.");
  }
  const endpoint = `${url.searchParams.get("tls") === "off" ? "http" : "https"}://${url.host}`;
  const options: S3ClientConfig = {
    endpoint,
    region: url.searchParams.get("region") ?? "us-east-1",
    forcePathStyle: true,
    credentials: {
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
    },
    maxAttempts,
    requestHandler: { connectionTimeout: 10_000, socketTimeout: answerMs },
    // The signature covers bodies. Older stores refuse the newer checksums of streams.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  };
  const client = new S3Client(options);
  const questioner = new S3Client({ ...options, maxAttempts: 1 });
  const secrets = [url.password, decodeURIComponent(url.password)];
  for (const one of [client, questioner]) limitAnswers(one, secrets, most);
  const silence = watchSilence(client, questioner, name);
  return { bucket: { client, name }, endpoint, silence };
}

/** Many stores answer with a code only, and the message of the client is "UnknownError". */
function reasonOf(error: unknown): string {
  if (error instanceof S3ServiceException) {
    return `the object store answered ${error.$metadata.httpStatusCode} ${error.name}`;
  }
  // The combined error of a host with several addresses has a code but no message.
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return (error instanceof Error && error.message) || code || String(error);
}

function storeOf(
  { client, name: Bucket }: Bucket,
  silence: SilenceWatch,
  most: AnswerLimits,
): ObjectStore {
  const open = async (key: string, range?: ByteRange): Promise<Readable> => {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const command = new GetObjectCommand({ Bucket, Key: checkKey(key), ...(Range && { Range }) });
    const answer = await orNull(client.send(command));
    if (answer === null) throw noSuchObject(key);
    const { Body, ContentLength: bytes, ContentRange = "" } = answer;
    const fault = faultOf(range, bytes, ContentRange);
    // On Node the body is always a Readable.
    if (!(Body instanceof Readable)) return Readable.from([]);
    if (fault === null && answer.ETag) return silence.watchBody(Body);
    Body.destroy();
    throw oddAnswer(fault ?? "without the mark of an object");
  };
  const store: ObjectStore = {
    async put(key, content) {
      const object = { Bucket, Key: checkKey(key) };
      if (content instanceof Uint8Array) {
        markOf(await client.send(new PutObjectCommand({ ...object, Body: content })));
        return;
      }
      const Body = content instanceof Readable ? content : Readable.from(content);
      const params = { ...object, Body };
      const upload = new Upload({ client, params, partSize: partBytes, queueSize: partsAtOnce });
      markOf(await upload.done());
    },
    async read(key) {
      return wholeObject(await open(key), most);
    },
    stream: open,
    async size(key) {
      const found = await orNull(
        client.send(new HeadObjectCommand({ Bucket, Key: checkKey(key) })),
      );
      if (found) markOf(found);
      return found && (found.ContentLength ?? 0);
    },
    async modified(key) {
      const found = await orNull(
        client.send(new HeadObjectCommand({ Bucket, Key: checkKey(key) })),
      );
      // A store that does not say is not swept.
      if (found) markOf(found);
      return found && (found.LastModified ?? new Date());
    },
    growing: growingParts({ client, name: Bucket }, (key) => store.size(key)),
    unfinished: (before) => findAbandoned({ client, name: Bucket }, before),
    async remove(key) {
      await orNull(client.send(new DeleteObjectCommand({ Bucket, Key: checkKey(key) })));
    },
    async *list(prefix) {
      const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: checkPrefix(prefix) });
      const next = ({ NextContinuationToken }: { NextContinuationToken?: string | undefined }) =>
        NextContinuationToken;
      for await (const { Contents = [] } of checkedPages(pages, next)) {
        for (const { Key } of Contents) if (Key !== undefined) yield Key;
      }
    },
    async check() {
      const key = `health/${randomUUID()}`;
      await store.put(key, new Uint8Array([1]));
      await store.read(key);
      await store.remove(key);
    },
  };
  return store;
}

/** What is wrong with the size of an answered object, or with the range of it; null for nothing. */
function faultOf(
  range: ByteRange | undefined,
  bytes: number | undefined,
  answered: string,
): string | null {
  if (bytes === undefined) return "an object without its size";
  if (range === undefined) return null;
  // Bytes of another place would be read as those that were asked for.
  const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(answered) ?? [];
  const end = total === "*" ? range.end : Math.min(range.end, Number(total) - 1);
  const isAsked =
    Number(first) === range.start && Number(last) === end && bytes === end - range.start + 1;
  return isAsked ? null : "another range than was asked for";
}

/** The answer of the store, or null if it has no such object. */
async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    const isMissing =
      error instanceof S3ServiceException && /^(NoSuchKey|NotFound)$/.test(error.name);
    if (isMissing) return null;
    throw error;
  }
}

/** Uploads of a killed server. Their parts take space and are in no list. */
async function findAbandoned(
  { client, name: Bucket }: Bucket,
  before: Date,
): Promise<readonly Unfinished[]> {
  try {
    // Only the first 1000: each is the result of a crash.
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
    return Uploads.filter(({ Initiated }) => Initiated && Initiated < before).map(
      ({ Key, UploadId }) => ({
        name: Key ?? "",
        ...(Key !== undefined && { key: Key }),
        async remove() {
          await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
        },
      }),
    );
  } catch (error) {
    // The credentials or the store do not permit listing uploads: the rules of the bucket must remove them.
    if (!(error instanceof S3ServiceException)) throw error;
    return [];
  }
}
