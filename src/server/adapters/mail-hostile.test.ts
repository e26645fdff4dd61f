// What a mail server may answer: nothing, too slowly, too much, or with our password in it.
import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { openMail, type MailLimits } from "./mail.ts";

const password = "marker-of-a-secret-91b2";
const mail = { to: "ana@example.org", subject: "Code", text: "1234", html: "<p>1234</p>" };
const short: MailLimits = { step_ms: 400, mail_ms: 1500 };

let server: Server;
const sockets = new Set<Socket>();
/** Bytes that the servers of this test wrote. */
let written = 0;
/** Resolves once the product has closed its connection. */
let closed: Promise<void>;

type Answer = (socket: Socket, line: string | null) => void;

async function serve(answer: Answer): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>();
  closed = promise;
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => resolve());
    socket.on("data", (bytes) => {
      for (const line of bytes.toString().split("\r\n").filter(Boolean)) answer(socket, line);
    });
    answer(socket, null);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return `smtp://robot:${password}@127.0.0.1:${port}?ignoreTLS=true`;
}
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await new Promise((done) => server.close(done));
});

function write(socket: Socket, text: string): boolean {
  written += text.length;
  return socket.write(text);
}
/** Writes for as long as somebody reads. */
function endless(socket: Socket, text: string): void {
  const more = () => {
    while (!socket.destroyed) {
      if (!write(socket, text)) {
        socket.once("drain", more);
        return;
      }
    }
  };
  more();
}
/** A letter at a time: each one ends a pause, and the reply never comes. */
function drip(socket: Socket): void {
  const next = () => {
    if (!socket.destroyed) socket.write("2", () => setTimeout(next, 50));
  };
  next();
}
/** A server as it should be, up to this command. */
const upTo =
  (command: RegExp, then: (socket: Socket, line: string) => void): Answer =>
  (socket, line) => {
    if (line === null) write(socket, "220 mail.example.org\r\n");
    else if (command.test(line)) then(socket, line);
    else if (line.startsWith("EHLO")) write(socket, "250-mail\r\n250 AUTH PLAIN LOGIN\r\n");
    else if (line.startsWith("AUTH")) write(socket, "235 ok\r\n");
    else write(socket, "250 ok\r\n");
  };

const answers: Readonly<Record<string, Answer>> = {
  "no greeting": () => undefined,
  "a greeting that never ends": (socket, line) => {
    if (line === null) endless(socket, "2".repeat(16 * 1024));
  },
  "greetings without end": (socket, line) => {
    if (line === null) endless(socket, "220-and more\r\n".repeat(1000));
  },
  "a reply by the letter": upTo(/^MAIL/, drip),
  "a huge reply": upTo(/^RCPT/, (socket) => endless(socket, `250-${"x".repeat(8000)}\r\n`)),
  "no answer to the mail": upTo(/^DATA/, () => undefined),
  "a closed connection": upTo(/^MAIL/, (socket) => socket.destroy()),
  nonsense: upTo(/^MAIL/, (socket) => write(socket, "\0\u00ff hello\r\n")),
};

it.each(Object.entries(answers))("%s ends the mail, and the connection", async (_, answer) => {
  written = 0;
  const smtp_url = await serve(answer);
  const sender = await openMail({ smtp_url, mail_from: "a@example.org", data_dir: "" }, short);
  const fault = await sender.send(mail).then(
    () => null,
    (error: unknown) => error as Error,
  );
  expect(fault).toBeInstanceOf(Error);
  expect(String(fault?.stack) + JSON.stringify(fault)).not.toContain(password);
  await closed;
  // What lies in the buffers of both sides is written too.
  expect(written).toBeLessThan(32 * 1024 ** 2);
});

it.each([
  ["as it is", (line: string) => Buffer.from(line.split(" ").at(-1) ?? "", "base64").toString()],
  ["as it was sent", (line: string) => line],
])("a reply with the password %s is shown without it", async (_, said) => {
  const seen: string[] = [];
  const smtp_url = await serve(
    upTo(/^AUTH/, (socket, line) => {
      seen.push(line);
      write(socket, `535 no: ${said(line).replaceAll("\0", " ")}\r\n`);
    }),
  );
  const sender = await openMail({ smtp_url, mail_from: "a@example.org", data_dir: "" }, short);
  const fault = await sender.send(mail).then(
    () => null,
    (error: unknown) => error as Error,
  );
  expect(seen.length).toBeGreaterThan(0);
  const sent = seen[0]?.split(" ").at(-1) ?? "";
  expect(Buffer.from(sent, "base64").toString()).toContain(password);
  const log = `${fault?.stack}${JSON.stringify({ ...fault })}${fault?.message}`;
  expect(log).toContain("535");
  expect([log.includes(password), log.includes(sent)]).toEqual([false, false]);
});
