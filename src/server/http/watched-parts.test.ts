import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { failure } from "../../domain/error.ts";
import type { Part } from "../implement.ts";
import { watchedParts } from "./watched-parts.ts";

async function* one(stream: PassThrough): AsyncGenerator<Part> {
  yield { kind: "file", name: "file", file_name: "a", stream };
}

async function readAll(parts: AsyncIterable<Part>): Promise<void> {
  for await (const part of parts) {
    if (part.kind === "file") for await (const _ of part.stream) continue;
  }
}

it("a long upload ends soon after its sender loses access", async () => {
  const stream = new PassThrough();
  stream.write("still coming");
  let asked = 0;
  const check = async () => {
    asked += 1;
    if (asked > 2) throw failure("INVALID_TOKEN");
  };
  await expect(readAll(watchedParts(one(stream), check, 5))).rejects.toMatchObject({
    code: "INVALID_TOKEN",
  });
  expect(stream.destroyed).toBe(true);
});

it("a short outage of the database does not end an upload", async () => {
  const stream = new PassThrough();
  stream.write("still coming");
  let asked = 0;
  const check = async () => {
    asked += 1;
    if (asked === 2)
      throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    if (asked === 4) stream.end();
  };
  await readAll(watchedParts(one(stream), check, 5));
  expect(asked).toBeGreaterThan(4);
});
