// What outside systems may answer: too much, too slowly, elsewhere, nonsense, or with our own secrets in it.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { isFailure } from "../../domain/error.ts";
import { openFlightHub } from "./drone-cloud-flighthub.ts";
import { openFlightApp } from "./flight-app.ts";
import { openRunpod } from "./gpu-cloud-runpod.ts";
import { MOST_ANSWER_BYTES } from "./outside-answer.ts";

const secret = "marker-of-a-secret-7f31";
const timeoutMs = 800;
const chunk = "x".repeat(64 * 1024);

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let sent = 0;
/** Writes for as long as somebody reads. */
function endless(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed) {
      sent += chunk.length;
      if (!response.write(chunk)) {
        response.once("drain", more);
        return;
      }
    }
  };
  more();
}

const answers: Readonly<Record<string, Answer>> = {
  "too much": (_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write('{"code":0,"message":"');
    endless(response);
  },
  "too slow": (_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write("{");
    const timer = setInterval(() => response.write(" "), 50);
    response.once("close", () => clearInterval(timer));
  },
  "elsewhere, in a circle": ({ url }, response) => {
    response.writeHead(302, { location: `${url}` });
    response.end();
  },
  "a page": (_, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end("<html><body>Maintenance</body></html>");
  },
  "cut off": (_, response) => {
    response.writeHead(200, { "content-length": "1000" });
    response.write('{"code":0');
    setTimeout(() => response.destroy(), 20);
  },
  "very deep": (_, response) => response.end("[".repeat(1_000_000)),
  "other types": (_, response) => {
    const list = { list: "no", id: 7, pods: {}, gpus: 1, objectId: [] };
    response.end(JSON.stringify({ code: 0, message: "", data: list, ...list }));
  },
  "our secret": (request, response) => {
    response.statusCode = 400;
    const said = `bad key ${JSON.stringify(request.headers)} ${secret}`;
    response.end(JSON.stringify({ code: 17, message: said, detail: said, error: said }));
  },
};

let server: Server;
let url: string;
beforeAll(async () => {
  // The first part of the address names the answer.
  server = createServer((request, response) => {
    response.on("error", () => undefined);
    request.resume();
    const [, name = ""] = (request.url ?? "").split("/");
    answers[decodeURIComponent(name)]?.(request, response);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** One call of each kind that an adapter makes. */
function callsTo(base: string): Record<string, () => Promise<unknown>> {
  const cloud = openFlightHub({ url: base, permitted: null, token: secret, timeoutMs });
  const gpu = openRunpod({ url: base, key: secret, timeoutMs });
  const account = { url: base, app_id: secret, user: "u", password: secret, timeoutMs };
  const app = openFlightApp(account);
  const mission = { name: "m", bytes: new Uint8Array(3), place: [0, 0] as const };
  return {
    "drone cloud, projects": () => cloud.projects(),
    "drone cloud, upload": () => cloud.upload("p", "r", new Uint8Array(3)),
    "drone cloud, media": () => cloud.media("p", "t"),
    "GPU cloud, list": () => gpu.list(),
    "GPU cloud, start": () => gpu.start("s"),
    "GPU cloud, offer": () => gpu.offer(),
    "flight app, upload": () => app.upload([mission]),
  };
}

it.each(Object.keys(answers))(
  "an answer with %s is a failure with a reason, without our secrets and within its limits",
  async (name) => {
    sent = 0;
    const calls = Object.entries(callsTo(`${url}/${encodeURIComponent(name)}`));
    const causes = await Promise.all(
      calls.map(([, run]) =>
        run().then(
          () => null,
          (error: unknown) => error,
        ),
      ),
    );
    for (const [at, [call]] of calls.entries()) {
      const cause = causes[at];
      expect(isFailure(cause), `${call}: ${String(cause)}`).toBe(true);
      const { problems, message } = cause as { problems: unknown; message: string };
      expect(`${message} ${JSON.stringify(problems)}`, call).not.toContain(secret);
    }
    // Of 24 requests at most, with what the sockets of both sides hold besides.
    expect(sent).toBeLessThan(24 * (MOST_ANSWER_BYTES + 2 * 1024 * 1024));
  },
  patient(120_000),
);

it("a file that the drone cloud names is fetched from there or over HTTPS, and from nowhere else", async () => {
  const cloud = openFlightHub({ url, permitted: null, token: secret, timeoutMs });
  const medium = (address: string) => ({ name: "a.jpg", url: address, bytes: null });
  for (const address of [
    "http://169.254.169.254/latest/meta-data",
    "file:///etc/passwd",
    `${url}/${encodeURIComponent("elsewhere, in a circle")}`,
  ]) {
    const cause = await cloud.open(medium(address)).catch((error: unknown) => error);
    expect(isFailure(cause), address).toBe(true);
  }
});
