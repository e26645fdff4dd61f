import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { encryptedAddress, openMail } from "./mail.ts";

const mail_from = "Solar inspection <no-reply@example.org>";
const mail = {
  to: "ana@example.org",
  subject: "Código: 1234",
  text: "Seu código é 1234\n",
  html: "<p>Seu código é 1234</p>",
};
let data_dir = "";
beforeEach(() => {
  data_dir = mkdtempSync(join(tmpdir(), "mail-"));
});
afterEach(() => rmSync(data_dir, { recursive: true, force: true }));

describe("mail", () => {
  it("is written to the folder where no server is set, for its owner only", async () => {
    const sender = await openMail({ smtp_url: null, mail_from, data_dir });
    await sender.send(mail);
    const [name = "", ...others] = readdirSync(join(data_dir, "mail"));
    expect(others).toEqual([]);
    expect(name).toMatch(/\.eml$/);
    const path = join(data_dir, "mail", name);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await PostalMime.parse(readFileSync(path))).toMatchObject({
      from: { address: "no-reply@example.org", name: "Solar inspection" },
      to: [{ address: mail.to }],
      subject: mail.subject,
      text: expect.stringContaining("Seu código é 1234"),
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
    const smtp_url = `smtp://127.0.0.1:${port}?ignoreTLS=true`;
    const sender = await openMail({ smtp_url, mail_from, data_dir });
    await sender.send(mail);
    await new Promise<void>((closed) => server.close(closed));
    expect(await PostalMime.parse(Buffer.concat(received))).toMatchObject({
      to: [{ address: mail.to }],
      subject: mail.subject,
    });
  });

  it("is not sent in plain text, unless the server is on this machine or the operator says so", async () => {
    const added = (url: string) => encryptedAddress(url) !== url;
    expect(encryptedAddress("smtp://user:p%40ss@mail.example.com:587")).toBe(
      "smtp://user:p%40ss@mail.example.com:587?requireTLS=true",
    );
    expect(added("smtp://mail.example.com?pool=true")).toBe(true);
    expect(added("smtps://mail.example.com")).toBe(false);
    expect(added("smtp://mail.example.com?ignoreTLS=true")).toBe(false);
    expect(
      ["127.0.0.1", "localhost", "[::1]"].filter((host) => added(`smtp://${host}:25`)),
    ).toEqual([]);

    let received = 0;
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onData(stream, _session, done) {
        received += 1;
        stream.resume().on("end", done);
      },
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const { port } = server.server.address() as { port: number };
    const smtp_url = `smtp://127.0.0.1:${port}?requireTLS=true`;
    const sender = await openMail({ smtp_url, mail_from, data_dir });
    await expect(sender.send(mail)).rejects.toThrow(/STARTTLS/i);
    await new Promise<void>((closed) => server.close(closed));
    expect(received).toBe(0);
  });

  it.each([
    { ...mail, to: "ana@example.org\r\nBcc: eve@example.org" },
    { ...mail, to: "ana@example.org, eve@example.org" },
    { ...mail, to: "Ana <ana@example.org>" },
    { ...mail, to: "" },
    { ...mail, subject: "Code\r\nBcc: eve@example.org" },
  ])("refuses headers that would add a recipient: $to $subject", async (wrong) => {
    const sender = await openMail({ smtp_url: null, mail_from, data_dir });
    await expect(sender.send(wrong)).rejects.toThrow(RangeError);
    expect(readdirSync(join(data_dir, "mail"))).toEqual([]);
  });
});
