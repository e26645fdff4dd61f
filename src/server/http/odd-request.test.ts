// Requests that are well formed in an odd way, or lie about themselves: each is refused in the product's form or answered as
// what it is, and never with a fault of the server.
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../tests/fixtures/http.ts";
import { issueToken } from "../../../tests/fixtures/proof.ts";
import { botHeaders } from "../../domain/account/bot-header.ts";
import { errorShape } from "../../domain/error-shape.ts";
import { plant } from "../store/schema/plant.ts";

let server: TestServer;
let common: string;
beforeAll(async () => {
  server = await startTestServer(undefined, { BOT_PROTECTION_WORK: "2" });
  const { token } = await issueToken(server.url);
  common = `Host: a\r\nConnection: close\r\nAuthorization: Bearer ${server.accounts.analyst.token}\r\n${botHeaders.token}: ${token}\r\n`;
});
afterAll(() => server.close());

/** The whole answer to these bytes. @param isCut the sender has nothing more to say after them */
function raw(bytes: string, isCut = false): Promise<string> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(server.url);
    const socket = connect(Number(port), "127.0.0.1");
    let answer = "";
    socket.on("data", (chunk) => (answer += chunk.toString("latin1")));
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
    if (isCut) socket.end(bytes);
    else socket.write(bytes);
  });
}

const post = (headers: string, body: string) =>
  `POST /api/auth/plant HTTP/1.1\r\n${common}Content-Type: application/json\r\n${headers}\r\n${body}`;
const get = (path: string, headers = "") => `GET ${path} HTTP/1.1\r\n${common}${headers}\r\n`;
const me = "/api/auth/user/me";

const refused: readonly [string, () => string][] = [
  [
    "a chunk that is shorter than it says",
    () => post("Transfer-Encoding: chunked\r\n", "1\r\n{}\r\n0\r\n\r\n"),
  ],
  [
    "a chunk whose length is no number",
    () => post("Transfer-Encoding: chunked\r\n", "zz\r\n{}\r\n0\r\n\r\n"),
  ],
  [
    "a chunk of more bytes than there are",
    () => post("Transfer-Encoding: chunked\r\n", "ffffffffffffffff0\r\n{}\r\n"),
  ],
  ["two lengths", () => post("Content-Length: 2\r\nContent-Length: 3\r\n", "{}")],
  ["a length with a sign", () => post("Content-Length: +2\r\n", "{}")],
  [
    "a form without a boundary",
    () =>
      post("Content-Length: 2\r\n", "{}")
        .replace("application/json", "multipart/form-data")
        .replace("/plant ", "/plants/preview-areas "),
  ],
  ["a head that is folded", () => get(me, "X-A: a\r\n b\r\n")],
  ["a space before the colon", () => get(me, "X-A : a\r\n")],
  ["a line that ends too early", () => get(me, "X-A: a\rX-B: b\r\n")],
  [
    "another method in a header",
    () => post("X-HTTP-Method-Override: DELETE\r\nContent-Length: 2\r\n", "{}"),
  ],
];

describe("a request that lies about itself", () => {
  it.each(refused)("is refused: %s", async (_, bytes) => {
    const [head = "", body = ""] = (await raw(bytes())).split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(head.toLowerCase()).toContain("x-content-type-options: nosniff");
    const text = /\{.*\}/s.exec(body)?.[0] ?? "";
    expect(errorShape.safeParse(JSON.parse(text)).success).toBe(true);
  });

  it.each([
    ["its length", () => post("Content-Length: 50\r\n", '{"name":"A"}')],
    ["a chunk", () => post("Transfer-Encoding: chunked\r\n", 'ff\r\n{"name":"A"}')],
  ])("changes nothing where it ends before %s", async (_, bytes) => {
    const plants = () => server.database.owner.db.$count(plant);
    const before = await plants();
    expect(await raw(bytes(), true)).not.toMatch(/^HTTP\/1\.1 2/);
    expect(await plants()).toBe(before);
  });
});

describe("an odd request", () => {
  it.each<[string, () => string, number]>([
    ["the address with another host before it", () => get(`http://evil.example${me}`), 200],
    ["a fragment", () => get(`${me}#x`), 400],
    ["a slash at the end", () => get(`${me}/`), 404],
    [
      "a method that has no body, with one",
      () => get(me, "Content-Length: 2\r\nContent-Type: application/json\r\n") + "{}",
      200,
    ],
    [
      "an upgrade",
      () =>
        get(me, "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n").replace(
          "Connection: close",
          "Connection: upgrade, close",
        ),
      200,
    ],
    [
      "a thousand questions",
      () => get(`${me}?${Array.from({ length: 1000 }, (_, at) => `a${at}`).join("&")}`),
      400,
    ],
    ["the same question a hundred times", () => get(`/api/auth/plants?${"a=1&".repeat(100)}`), 400],
    ["no language at all", () => get(me, `Accept-Language: ${",;q=".repeat(1000)}\r\n`), 200],
    [
      "a hundred ranges",
      () => get(me, `Range: bytes=${Array.from({ length: 100 }, (_, at) => `${at}-`).join()}\r\n`),
      200,
    ],
    ["HTTP/1.0", () => get(me).replace("HTTP/1.1", "HTTP/1.0"), 200],
  ])("is answered as what it is: %s", async (_, bytes, status) => {
    const answer = await raw(bytes());
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });
});
