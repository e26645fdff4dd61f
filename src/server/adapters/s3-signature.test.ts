import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sign } from "./s3-signature.ts";

// The worked examples of Amazon's documentation of Signature Version 4 for S3.
const credentials = {
  accessKey: "AKIAIOSFODNN7EXAMPLE",
  secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  region: "us-east-1",
};
const now = new Date("2013-05-24T00:00:00Z");
const empty = createHash("sha256").digest("hex");
const bucket = "https://examplebucket.s3.amazonaws.com";

describe("the S3 signature", () => {
  it.each([
    [
      "GET",
      "/test.txt",
      { range: "bytes=0-9" },
      empty,
      "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
    ],
    [
      "PUT",
      "/test%24file.text",
      { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
      createHash("sha256").update("Welcome to Amazon S3.").digest("hex"),
      "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
    ],
    [
      "GET",
      "/?max-keys=2&prefix=J",
      {},
      empty,
      "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
    ],
  ])("of %s %s is Amazon's own", (method, path, headers, bodyHash, signature) => {
    const signed = sign(
      { method, url: new URL(bucket + path), headers: headers as Record<string, string>, bodyHash },
      credentials,
      now,
    );
    expect(signed["authorization"]?.split("Signature=")[1]).toBe(signature);
  });
});
