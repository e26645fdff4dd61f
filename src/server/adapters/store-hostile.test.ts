// What an object store may answer: too much, too slowly, elsewhere, something else, or with our secret in it.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { loggable } from "../http/error-answer.ts";
import type { ObjectStore } from "./object-storage.ts";
import { openS3 } from "./object-s3.ts";
import { MOST_ANSWER_BYTES } from "./outside-answer.ts";
import { answerLimits } from "./store-answer.ts";

const secret = "marker/of-a+secret-44c1";
const MB = 1024 ** 2;
const short = { ...answerLimits, fact_ms: 1500, join_ms: 1500, read_bytes: 4 * MB };
const chunk = "x".repeat(64 * 1024);

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let sent = 0;
let asked = 0;
/** Writes for as long as somebody reads. */
function endless(response: ServerResponse): void {
  if (isHead(response.req)) return void response.end();
  const more = () => {
    while (!response.destroyed) {
      sent += chunk.length;
      if (!response.write(chunk)) return void response.once("drain", more);
    }
  };
  more();
}
const isHead = ({ method }: IncomingMessage) => method === "HEAD";
const xml = (response: ServerResponse, status: number, body: string) =>
  response.writeHead(status, { "content-type": "application/xml" }).end(body);

const answers: Readonly<Record<string, Answer>> = {
  "too much": (request, response) => {
    response.writeHead(200, { etag: isHead(request) ? "" : '"a"' });
    response.write("<?xml version='1.0'?><ListBucketResult><Name>");
    endless(response);
  },
  "an object without end": (request, response) => {
    response.writeHead(200, { "content-length": 2 ** 40, etag: isHead(request) ? "" : '"a"' });
    endless(response);
  },
  "too slow": (request, response) => {
    response.writeHead(200, { "content-length": 10_000, etag: isHead(request) ? "" : '"a"' });
    const timer = setInterval(() => response.write(" "), 50);
    response.once("close", () => clearInterval(timer));
  },
  "elsewhere, in a circle": ({ url }, response) => {
    response.writeHead(307, { location: `${url}` }).end();
  },
  "a page": (_, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end("<html><body><p>Sign in to the network</p></body></html>");
  },
  "an empty page": (_, response) => void response.writeHead(200).end(),
  "cut off": (_, response) => {
    response.writeHead(200, { "content-length": "1000" });
    response.write("<?xml");
    setTimeout(() => response.destroy(), 20);
  },
  "very deep": (_, response) => void xml(response, 200, "<a>".repeat(500_000)),
  "entities of entities": (_, response) => {
    const steps = Array.from(
      { length: 12 },
      (__, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(20)}">`,
    );
    const doctype = `<!DOCTYPE a [<!ENTITY e0 "eeeeeeeeee">${steps.join("")}]>`;
    xml(response, 200, `<?xml version="1.0"?>${doctype}<ListBucketResult>&e12;</ListBucketResult>`);
  },
  "other types": (_, response) =>
    void xml(response, 200, "<ListBucketResult><IsTruncated><a/></IsTruncated></ListBucketResult>"),
  "our secret": (request, response) => {
    const said = `${secret} ${encodeURIComponent(secret)}`;
    response.setHeader("x-amz-request-id", secret);
    response.setHeader("x-amz-id-2", secret);
    const more = `<Message>${said}</Message><StringToSign>${said}</StringToSign>`;
    xml(response, 400, isHead(request) ? "" : `<Error><Code>${secret}</Code>${more}</Error>`);
  },
  "no HTTP, with our secret": ({ socket }) => {
    socket.end(`HTTP/1.1 200 OK\r\n${secret} \0 nothing\r\n\r\n`);
  },
};

/** As it should be for what is asked at the start. */
const sound: Answer = ({ method }, response) => {
  if (method === "GET") response.writeHead(200, { "content-length": 1, etag: '"a"' }).end("a");
  else response.writeHead(method === "PUT" ? 200 : 204, { etag: '"a"' }).end();
};

let server: Server;
let address: string;
let store: ObjectStore;
let answer: Answer = sound;
beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1;
    response.on("error", () => undefined);
    request.on("error", () => undefined);
    request.resume().on("end", () => answer(request, response));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  address = `s3://key:${encodeURIComponent(secret)}@127.0.0.1:${port}/bucket?tls=off`;
  store = await openS3(address, short);
});
beforeEach(() => {
  sent = 0;
  asked = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function* body(bytes: number) {
  yield new Uint8Array(bytes);
}
async function listed() {
  const keys: string[] = [];
  for await (const key of store.list("a/")) if (keys.push(key) > 100) break;
  return keys;
}
const grown = { key: "a", handle: "h", bytes: 9 * MB, offset: 0, parts: [] };
const whole = { ...grown, offset: 16 * MB, bytes: 16 * MB, parts: ["1", "2"] };

/** One call of each kind. */
const calls: Readonly<Record<string, () => Promise<unknown>>> = {
  size: () => store.size("a"),
  modified: () => store.modified("a"),
  read: () => store.read("a"),
  "a range": () => store.stream("a", { start: 5, end: 9 }),
  put: () => store.put("a", new Uint8Array(3)),
  "put of a stream": () => store.put("a", body(3)),
  list: listed,
  begin: () => store.growing.begin("a", 3),
  "append of a part": () => store.growing.append(grown, body(9 * MB)),
  "append of a tail": () => store.growing.append(grown, body(3)),
  close: () => store.growing.close(whole),
};
/** The error as it would stand in the log. */
const logged = (error: unknown) =>
  JSON.stringify(pino.stdSerializers.err(loggable(error)["err"] as Error)) + String(error);

it.each(Object.entries(answers))(
  "an answer with %s is an error, without our secret and within its limits",
  async (_, hostile) => {
    answer = hostile;
    const said = await Promise.all(
      Object.entries(calls).map(async ([call, run]) => {
        const error = await run().then(
          (value) => ({ value }),
          (fault: unknown) => fault,
        );
        return [call, error] as const;
      }),
    );
    for (const [call, error] of said) {
      expect(error, call).toBeInstanceOf(Error);
      expect(logged(error).includes("of-a"), `${call}: ${logged(error)}`).toBe(false);
    }
    // Four attempts of a request at most, and a few requests for a call; then the questions beside those that wait.
    expect(asked).toBeLessThan(100);
    const most = 4 * Object.keys(calls).length * (MOST_ANSWER_BYTES + 2 * MB);
    expect(sent).toBeLessThan(most);
  },
  patient(120_000),
);

it.each(Object.entries(answers))(
  "a start with %s says what is wrong, without our secret",
  async (_, hostile) => {
    answer = hostile;
    const error = await openS3(address, short).catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toContain("OBJECT_STORE_URL");
    expect(logged(error)).not.toContain("of-a");
  },
  patient(120_000),
);

it("a list that leads to itself ends", async () => {
  const key = "<Contents><Key>a/1</Key></Contents>";
  const next = "<IsTruncated>true</IsTruncated><NextContinuationToken>n</NextContinuationToken>";
  answer = (_, response) =>
    void xml(response, 200, `<ListBucketResult>${key}${next}</ListBucketResult>`);
  await expect(listed()).rejects.toThrow("leads to itself");
  expect(asked).toBeLessThan(4);
});

it("another range than was asked for is refused, as is the whole object instead", async () => {
  const headers = { "content-length": 5, etag: '"a"' };
  answer = (_, response) =>
    void response.writeHead(206, { ...headers, "content-range": "bytes 0-4/10" }).end("01234");
  await expect(store.stream("a", { start: 5, end: 9 })).rejects.toThrow("another range");
  answer = (_, response) => void response.writeHead(200, headers).end("01234");
  await expect(store.stream("a", { start: 5, end: 9 })).rejects.toThrow("another range");
});
