import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { text } from "node:stream/consumers";
import multipart from "@fastify/multipart";
import fastify, { type FastifyRequest } from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import { limitConnections } from "./connection-limit.ts";
import { addDrain } from "./drain.ts";
import { answerError } from "./error-answer.ts";
import { readParts } from "./multipart.ts";
import { addSlowClientLimit } from "./slow-client.ts";

const windowMs = 200;
const big = Buffer.alloc(64 * 1024 ** 2, 97);
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** A server that allows 10 kB/s, thus 2 kB in a window. */
async function open(slowHandlerMs = 0) {
  const app = fastify({ http: { headersTimeout: 600, connectionsCheckingInterval: 100 } });
  ends.push(() => app.close());
  app.decorateRequest("viewerLocale", null);
  app.setErrorHandler(answerError);
  addDrain(app);
  addSlowClientLimit(app, 10_000, windowMs);
  await app.register(multipart);
  app.post("/json", async () => "read");
  const readForm = async (request: FastifyRequest) => {
    let bytes = 0;
    for await (const part of readParts(request, 10_000_000)) {
      if (part.kind === "field") continue;
      await sleep(slowHandlerMs);
      bytes += (await text(part.stream)).length;
    }
    return { bytes };
  };
  app.route({ method: "POST", url: "/form", handler: readForm });
  app.get("/big", async () => big);
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  return { app, port: Number(new URL(url).port) };
}

/** Opens a connection, sends the text and collects the answer until the end. */
function begin(port: number, head: string) {
  const socket = connect(port, "127.0.0.1");
  ends.push(() => socket.destroy());
  let answer = "";
  socket.on("data", (chunk) => (answer += chunk.toString())).on("error", () => undefined);
  socket.write(head);
  const ended = new Promise<string>((resolve) => socket.once("close", () => resolve(answer)));
  return { socket, ended, answer: () => answer };
}

async function drip(socket: Socket, bytes: number, everyMs: number) {
  while (!socket.destroyed) {
    socket.write("a".repeat(bytes));
    await sleep(everyMs);
  }
}

const post = (path: string, type: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 900000\r\n\r\n`;
const form = `${post("/form", "multipart/form-data; boundary=b")}--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`;

describe("a body that drips", () => {
  it.each([
    ["of JSON", `${post("/json", "application/json")}{"a":"`],
    ["of a form", form],
  ])("%s is refused in the product's form, and the connection ends", async (_, head) => {
    const { port } = await open();
    const { socket, ended } = begin(port, head);
    void drip(socket, 1, 20);
    const answer = await ended;
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain('"body_too_slow"');
  });

  it("above the rate is read to its end, however long that takes", async () => {
    const { port } = await open();
    const { socket, answer } = begin(port, form.replace("900000", "60073"));
    const end = "\r\n--b--\r\n";
    for (let sent = 0; sent < 60_000; sent += 3000) {
      socket.write("a".repeat(3000));
      await sleep(100);
    }
    socket.write(end);
    await expect.poll(answer).toContain("200 OK");
  });

  it("because the server does not read is not ended", async () => {
    const { port } = await open(1500);
    const { socket, answer } = begin(port, form);
    socket.write("a".repeat(899_999 - 73));
    await sleep(1400);
    expect(answer()).toBe("");
    expect(socket.destroyed).toBe(false);
  });
});

describe("headers that drip", () => {
  it("are ended", async () => {
    const { port } = await open();
    const { socket, ended } = begin(port, "GET / HTTP/1.1\r\nX-A: ");
    void drip(socket, 1, 20);
    expect(await ended).toMatch(/^HTTP\/1.1 408 |^$/);
  });
});

describe("an answer that is not read", () => {
  it("is ended", async () => {
    const { app, port } = await open();
    const socket = connect(port, "127.0.0.1");
    ends.push(() => socket.destroy());
    socket.pause();
    socket.write("GET /big HTTP/1.1\r\nHost: a\r\n\r\n");
    const count = () =>
      new Promise<number>((resolve) => app.server.getConnections((_, n) => resolve(n)));
    await expect.poll(count).toBe(1);
    await expect.poll(count, { timeout: 5000 }).toBe(0);
  });
});

describe("connections of one address", () => {
  it("are closed beyond the limit, and counted down when one ends", async () => {
    const { app, port } = await open();
    limitConnections(app.server, 2, () => false);
    const first = begin(port, "");
    begin(port, "");
    await sleep(50);
    await begin(port, "").ended;
    first.socket.destroy();
    await first.ended;
    await sleep(50);
    const next = begin(port, "GET /big HTTP/1.1\r\nHost: a\r\n\r\n");
    await expect.poll(() => next.answer().slice(0, 15)).toBe("HTTP/1.1 200 OK");
  });
});
