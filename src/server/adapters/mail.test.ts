import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openMail } from "./mail.ts";

const mailFrom = "Solar inspection <no-reply@example.org>";
const mail = { to: "ana@example.org", subject: "Código: 1234", text: "Seu código é 1234\n" };
let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "mail-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describe("mail", () => {
  it("is written to the folder where no server is set, for its owner only", async () => {
    const sender = await openMail({ smtpUrl: null, mailFrom, dataDir });
    await sender.send(mail);
    const [name = "", ...others] = readdirSync(join(dataDir, "mail"));
    expect(others).toEqual([]);
    expect(name).toMatch(/\.eml$/);
    const path = join(dataDir, "mail", name);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await PostalMime.parse(readFileSync(path))).toMatchObject({
      from: { address: "no-reply@example.org", name: "Solar inspection" },
      to: [{ address: mail.to }],
      subject: mail.subject,
      text: mail.text,
    });
  });

  it("goes to the mail server that is set", async () => {
    const received: Buffer[] = [];
    const server = new SMTPServer({
      authOptional: true,
      onData(stream, _session, done) {
        stream.on("data", (chunk: Buffer) => received.push(chunk));
        stream.on("end", done);
      },
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const port = (server.server.address() as { port: number }).port;
    const smtpUrl = `smtp://127.0.0.1:${port}?ignoreTLS=true`;
    const sender = await openMail({ smtpUrl, mailFrom, dataDir });
    await sender.send(mail);
    await new Promise<void>((closed) => server.close(closed));
    expect(await PostalMime.parse(Buffer.concat(received))).toMatchObject({
      to: [{ address: mail.to }],
      subject: mail.subject,
    });
  });

  it.each([
    { ...mail, to: "ana@example.org\r\nBcc: eve@example.org" },
    { ...mail, to: "ana@example.org, eve@example.org" },
    { ...mail, to: "Ana <ana@example.org>" },
    { ...mail, to: "" },
    { ...mail, subject: "Code\r\nBcc: eve@example.org" },
  ])("refuses headers that would add a recipient: $to $subject", async (wrong) => {
    const sender = await openMail({ smtpUrl: null, mailFrom, dataDir });
    await expect(sender.send(wrong)).rejects.toThrow(RangeError);
    expect(readdirSync(join(dataDir, "mail"))).toEqual([]);
  });
});
