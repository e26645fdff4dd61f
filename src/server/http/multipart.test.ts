import { text } from "node:stream/consumers";
import multipart from "@fastify/multipart";
import fastify, { type FastifyRequest } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerError } from "./error-answer.ts";
import { readParts } from "./multipart.ts";

const maxBytes = 100_000;
const app = fastify();
let url = "";

async function read(request: FastifyRequest) {
  const seen: unknown[] = [];
  for await (const part of readParts(request, maxBytes)) {
    if (part.kind === "field") seen.push([part.name, part.value]);
    else seen.push([part.name, part.file_name, (await text(part.stream)).length]);
  }
  return seen;
}

async function skip(request: FastifyRequest) {
  const seen: string[] = [];
  for await (const part of readParts(request, maxBytes)) seen.push(part.name);
  return seen;
}

beforeAll(async () => {
  app.decorateRequest("viewerLocale", null);
  app.setErrorHandler(answerError);
  await app.register(multipart);
  app.route({ method: "POST", url: "/read", handler: read });
  app.route({ method: "POST", url: "/skip", handler: skip });
  url = await app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => app.close());

const form = (...parts: [name: string, value: string, file?: string][]) => {
  const data = new FormData();
  for (const [name, value, file] of parts) {
    if (file === undefined) data.append(name, value);
    else data.append(name, new Blob([value]), file);
  }
  return data;
};
const send = async (path: string, body: BodyInit) => {
  const response = await fetch(`${url}${path}`, { method: "POST", body });
  return [response.status, await response.json()] as const;
};

describe("parts of a body", () => {
  it("come in the order sent, files as streams under their bare names", async () => {
    const body = form(["mode", "create"], ["file", "abc", "C:\\plants\\Noor.kml"], ["last", "ü"]);
    expect(await send("/read", body)).toEqual([
      200,
      [
        ["mode", "create"],
        ["file", "Noor.kml", 3],
        ["last", "ü"],
      ],
    ]);
  });

  it("come without marks in their names that show another ending", async () => {
    const body = form(
      ["file", "abc", "plan\u202efdp.exe"],
      ["last", "abc", "\u2067Ñandú\u2069 \u200fپلان.kml"],
    );
    expect(await send("/read", body)).toEqual([
      200,
      [
        ["file", "planfdp.exe", 3],
        ["last", "Ñandú پلان.kml", 3],
      ],
    ]);
  });

  it("do not block on a file that the handler does not read", async () => {
    const big = "x".repeat(90_000);
    const [status, seen] = await send("/skip", form(["a", big, "a.csv"], ["b", big, "b.csv"]));
    expect([status, seen]).toEqual([200, ["a", "b"]]);
  });

  it("are refused where a file is too large, also when its size is not said beforehand", async () => {
    const [declared, answer] = await send("/read", form(["a", "x".repeat(4_000_000), "a.csv"]));
    expect([declared, answer]).toMatchObject([413, { code: "TOO_LARGE" }]);
    const [undeclared, other] = await send("/read", form(["a", "x".repeat(200_000), "a.csv"]));
    expect([undeclared, other]).toMatchObject([413, { code: "TOO_LARGE" }]);
  });

  it("are refused where there are too many, or none", async () => {
    const many = Array.from({ length: 60 }, (_, number): [string, string] => [`f${number}`, "x"]);
    const [status, answer] = await send("/read", form(...many));
    expect([status, (answer as { code: string }).code]).toEqual([413, "TOO_LARGE"]);
    const [none, reason] = await send("/read", JSON.stringify({}));
    expect([none, reason]).toMatchObject([400, {}]);
  });

  it.each(["/read", "/skip"])(
    "end no process where too many are sent, and the last is cut: %s",
    async (path) => {
      const head = 'Content-Disposition: form-data; name="a"; filename="a"';
      const body = `${`--b\r\n${head}\r\n\r\nx\r\n`.repeat(51)}--b\r\n${head}\r\n\r\ncut`;
      const headers = { "content-type": "multipart/form-data; boundary=b" };
      const answer = await fetch(`${url}${path}`, { method: "POST", body, headers });
      expect(answer.status).toBe(413);
      // The fault came a moment later, outside every request: the test runner reports it.
      await new Promise((resolve) => setTimeout(resolve, 50));
    },
  );
});
