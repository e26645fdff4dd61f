// AWS Signature Version 4: proves to an S3 store that a request is ours.
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html

import { createHash, createHmac } from "node:crypto";

export type Credentials = {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
};

type Request = {
  readonly method: string;
  readonly url: URL;
  /** Headers to sign besides host and date; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body in hex, or `UNSIGNED-PAYLOAD`. */
  readonly bodyHash: string;
};

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) =>
  createHmac("sha256", key).update(text).digest();

/** Percent-encodes as S3 does: everything but letters, digits, `-`, `.`, `_` and `~`. */
export function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The headers of the request with date, body hash and `authorization` added. */
export function sign(
  { method, url, headers, bodyHash }: Request,
  { accessKey, secretKey, region }: Credentials,
  now: Date,
): Record<string, string> {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const day = stamp.slice(0, 8);
  const signed: Record<string, string> = {
    ...headers,
    "x-amz-content-sha256": bodyHash,
    "x-amz-date": stamp,
  };
  const all = Object.entries({ ...signed, host: url.host }).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const names = all.map(([name]) => name).join(";");
  const query = [...url.searchParams]
    .map(([key, value]) => `${encode(key)}=${encode(value)}`)
    .toSorted()
    .join("&");
  const canonical = [
    method,
    url.pathname,
    query,
    ...all.map(([name, value]) => `${name}:${value.trim()}`),
    "",
    names,
    bodyHash,
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = hmac(hmac(hmac(hmac(`AWS4${secretKey}`, day), region), "s3"), "aws4_request");
  const signature = hmac(
    key,
    ["AWS4-HMAC-SHA256", stamp, scope, sha256(canonical)].join("\n"),
  ).toString("hex");
  return {
    ...signed,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope},SignedHeaders=${names},Signature=${signature}`,
  };
}
