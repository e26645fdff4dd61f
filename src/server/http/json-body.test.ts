import { Readable } from "node:stream";
import fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { leastBlock } from "../../../tests/fixtures/processor-time.ts";
import { attemptHeader } from "../../domain/account/attempt-header.ts";
import { limits } from "../../domain/limits.ts";
import { requestHash } from "./attempt.ts";
import { answerError } from "./error-answer.ts";
import { addJsonBody, jsonLimits } from "./json-body.ts";

const app = fastify({ bodyLimit: limits.renamesBodyBytes });
beforeAll(() => {
  app.decorateRequest("viewerLocale", null);
  app.setErrorHandler(answerError);
  addJsonBody(app);
  app.post("/", (request) => ({ sent: request.body }));
  app.post("/hash", (request) => ({ hash: requestHash(request).toString("hex") }));
  app.post("/length", (request) => ({ length: (request.body as unknown[]).length }));
});
afterAll(() => app.close());

async function post(payload: string | Buffer, type = "application/json", url = "/") {
  const answer = await app.inject({
    method: "POST",
    url,
    payload: Buffer.from(payload),
    headers: { "content-type": type },
  });
  return { status: answer.statusCode, body: answer.json() as Record<string, unknown> };
}
const refusedFor = (reason: string) => ({ problems: [{ reason }] });

describe("a body of JSON", () => {
  it("is read as UTF-8, with a mark at its beginning and without", async () => {
    const text = '{"name":"Almería ☀️"}';
    for (const sent of [text, `\ufeff${text}`])
      expect(await post(sent)).toEqual({ status: 200, body: { sent: { name: "Almería ☀️" } } });
  });

  it.each([
    ["Latin-1", Buffer.from('{"name":"Almer\xeda"}', "latin1"), "application/json"],
    [
      "Latin-1 that says so",
      Buffer.from('{"name":"Almer\xeda"}', "latin1"),
      "application/json; charset=iso-8859-1",
    ],
    [
      "UTF-16",
      Buffer.from('\ufeff{"name":"Almería"}', "utf16le"),
      "application/json; charset=utf-16",
    ],
    ["half a letter", Buffer.from('{"name":"\xf0\x9f\x98"}', "latin1"), "application/json"],
  ])(
    "in another encoding is refused, not stored with question marks: %s",
    async (_, sent, type) => {
      expect(await post(sent, type)).toMatchObject({
        status: 400,
        body: refusedFor("body_encoding"),
      });
    },
  );

  it("that is no JSON, or would change prototypes, is refused as before", async () => {
    expect((await post("{")).body).toMatchObject(refusedFor("body_not_json"));
    expect((await post('{"__proto__":{"a":1}}')).status).toBe(400);
    const late = `{"a":"${"x".repeat(300_000)}","__proto__":{"a":1}}`;
    expect((await post(late)).status).toBe(400);
    expect((await post("")).status).toBe(400);
  });

  it("may have the most rows that a call takes", async () => {
    const rows = Array.from({ length: limits.renamesAtOnce }, (_, at) => ({
      component_type: "module",
      dt_id: `S1-T2-${at}`,
      name: `Row 3, module ${at}`,
    }));
    expect(await post(JSON.stringify(rows), undefined, "/length")).toEqual({
      status: 200,
      body: { length: limits.renamesAtOnce },
    });
  });

  const bytes = limits.renamesBodyBytes;
  const rowsOf = (one: string) => `[${one.repeat(bytes / one.length - 2)}0]`;
  const names = (count: number) =>
    `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join()}}`;
  it.each([
    ["objects", rowsOf("{},"), "body_values"],
    ["lists", rowsOf("[],"), "body_values"],
    ["numbers", rowsOf("1,"), "body_values"],
    ["texts", rowsOf('"",'), "body_values"],
    ["names in one object", names(1_000_000), "body_names"],
  ])(
    "with more than any call has a use for is refused, and holds up no one: %s",
    async (_, text, reason) => {
      const sent = Buffer.from(text);
      let answer = { status: 0, body: {} };
      const block = await leastBlock(patient(50), async () => (answer = await post(sent)));
      expect(answer).toMatchObject({ status: 413, body: refusedFor(reason) });
      expect(block).toBeLessThan(patient(50));
    },
  );

  it("counts values, not bytes, and no signs within texts", async () => {
    const { values: most, names: mostNames, depth } = jsonLimits;
    const length = async (text: string) => (await post(text, undefined, "/length")).body["length"];
    expect(await length(`[${"1,".repeat(most - 1)}1]`)).toBe(most);
    expect((await post(`[${"1,".repeat(most)}1]`)).status).toBe(413);
    expect(await length(`["${',[{\\"'.repeat(most)}"]`)).toBe(1);
    const wide = (count: number) => `[${" ".repeat(70_000)}${names(count)}]`;
    expect(await length(wide(mostNames))).toBe(1);
    expect((await post(wide(mostNames + 1))).status).toBe(413);
    const deep = (levels: number) =>
      `${" ".repeat(70_000)}${"[".repeat(levels)}${"]".repeat(levels)}`;
    expect(await length(deep(depth))).toBe(1);
    expect((await post(deep(depth + 1))).status).toBe(400);
    expect((await post(`${" ".repeat(70_000)}]`)).status).toBe(400);
  });

  it.each([30_000, bytes / 2])(
    "with %i lists in each other is refused, and holds up no one",
    async (levels) => {
      const sent = Buffer.from("[".repeat(levels) + "]".repeat(levels));
      let answer = { status: 0, body: {} };
      const block = await leastBlock(patient(50), async () => (answer = await post(sent)));
      expect(answer).toMatchObject({ status: 400, body: refusedFor("body_depth") });
      expect(block).toBeLessThan(patient(50));
    },
  );
});

describe("what a request with an ID asks for", () => {
  async function hashOf(payload: string | Readable, headers = {}) {
    const answer = await app.inject({
      method: "POST",
      url: "/hash",
      payload,
      headers: { "content-type": "application/json", [attemptHeader]: "a".repeat(16), ...headers },
    });
    return (answer.json() as { hash: string }).hash;
  }
  const long = (letter: string) => JSON.stringify([letter.repeat(3 * limits.jsonBodyBytes)]);
  it.each([
    ["a short one", () => '["a"]', () => '["b"]'],
    ["a long one of the same length", () => long("a"), () => long("b")],
    [
      "one that does not say its length",
      () => Readable.from(['["', 'a"]']),
      () => Readable.from(['["b"]']),
    ],
    ["a long one that differs at its end", () => `${long("a")} `, () => `${long("a")}\n`],
  ])("is every byte of its body: %s", async (_, one, other) => {
    const first = await hashOf(one());
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(await hashOf(one())).toBe(first);
    expect(await hashOf(other())).not.toBe(first);
  });

  it("is the same however the body arrives", async () => {
    expect(await hashOf(Readable.from(['["', 'a"]']))).toBe(await hashOf('["a"]'));
  });
});
