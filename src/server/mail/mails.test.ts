import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import sharp from "sharp";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../tests/fixtures/http.ts";
import { contrast } from "../../domain/colour/contrast.ts";
import { openMail, type Mail } from "../adapters/mail.ts";
import { mailBrandOf } from "./mail-brand.ts";
import type { MailBrand } from "./mail-page.ts";
import * as mails from "./mails.ts";

const plain: MailBrand = {
  name: "Heliograph",
  customer_name: "Sierra & <Clara>",
  colour: "#0b63c4",
  on_colour: "#ffffff",
  logo: Buffer.from("not shown"),
};
const reader = { email: "ana@example.com", first_name: "<b>Ana</b>" };
const url = `https://inspect.example.com/register/${"k".repeat(43)}`;
const all: Record<string, (locale: string, brand: MailBrand) => Mail> = {
  "sign-in code": (locale, brand) => mails.codeMail(reader, locale, "12345678", brand),
  "security code": (locale, brand) => mails.securityCodeMail(reader, locale, "12345678", brand),
  invitation: (locale, brand) => mails.invitationMail(reader, locale, url, brand),
  "reset link": (locale, brand) => mails.resetMail(reader, locale, url, brand),
  "changed password": (locale, brand) => mails.passwordChangedMail(reader, locale, brand),
  "change to mail": (locale, brand) => mails.methodChangedMail(reader, locale, "mail", brand),
  "stopped webhook": (locale, brand) =>
    mails.webhookStoppedMail(reader, locale, { url, name: "<b>SAP</b>", host: "a.example" }, brand),
  "change to app": (locale, brand) => mails.methodChangedMail(reader, locale, "app", brand),
};

describe.each(Object.entries(all))("the e-mail of a %s", (_, write) => {
  it.each(["en", "es", "pt"])("has all texts in %s, as text and as HTML", (locale) => {
    const { subject, text, html } = write(locale, plain);
    for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\{|mail:|undefined/);
    expect(html).toContain(`<html lang="${locale}">`);
    for (const line of text.split("\n\n").map((one) => one.trim())) {
      const shown = line.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
      expect(html).toContain(shown);
    }
    if (locale !== "en") expect(text).not.toBe(write("en", plain).text);
  });

  it("loads nothing, runs nothing and escapes names", () => {
    const { html } = write("en", plain);
    expect(html).not.toMatch(/<script|<link|@import|url\(|src="(?!cid:)|<b>|<Clara>/i);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, to]) => to);
    expect(links.every((to) => to === url)).toBe(true);
  });
});

describe("the header of an e-mail", () => {
  it("stays one line with any customer's name", () => {
    const customer_name = "Evil\r\nBcc: all@example.com\u0000";
    const { subject } = mails.invitationMail(reader, "en", url, { ...plain, customer_name });
    expect(subject).toBe("Your invitation to Evil Bcc: all@example.com");
  });

  it("has one recipient: an address with more in it is refused", async () => {
    const data_dir = mkdtempSync(join(tmpdir(), "mails-"));
    const mail = await openMail({ smtp_url: null, mail_from: "a@b.example", data_dir });
    for (const email of ["a@b.example, c@d.example", "a@b.example\r\nBcc: c@d.example"]) {
      await expect(
        mail.send(mails.codeMail({ ...reader, email }, "en", "12345678", plain)),
      ).rejects.toThrow("one mail address");
    }
    expect(readdirSync(join(data_dir, "mail"))).toEqual([]);
    rmSync(data_dir, { recursive: true });
  });
});

describe("an e-mail with a customer's branding", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  async function brandOf(primary: string, drawing: string): Promise<MailBrand> {
    const { services, database, accounts } = server;
    const png = await sharp(Buffer.from(drawing)).png().toBuffer();
    const key = `logo/${crypto.randomUUID().replaceAll("-", "").repeat(2)}.png`;
    await services.files.put(key, png);
    const colours = { primary, primary_hover: primary, primary_dark: primary };
    await database.owner.pool.query(
      "update customer set logo = $1, white_label = $2, white_labeling_version = 1 where id = $3",
      [key, colours, accounts.viewer.customer_id],
    );
    return mailBrandOf({ ...services, ownerDb: database.owner.db }, accounts.viewer.customer_id);
  }
  const square = (fill: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><circle cx="50" cy="50" r="40" fill="${fill}"/></svg>`;

  it("has the logo attached, and readable text on its colour", async () => {
    for (const colour of ["#8a3b12", "#ffe082", "#777777", "#000000"]) {
      const brand = await brandOf(colour, square("#8a3b12"));
      expect(brand).toMatchObject({ name: "Helios Energy", colour });
      expect(contrast(brand.on_colour, colour)).toBeGreaterThanOrEqual(4.5);
      const mail = mails.resetMail(reader, "en", url, brand);
      expect(mail.html).toContain(`background-color:${colour}`);
      expect(mail.html).toContain('src="cid:logo" alt="Helios Energy"');
      expect(mail.text).toContain("Your Helios Energy team");
      const { format, height } = await sharp(mail.images?.[0]?.png).metadata();
      expect([format, height]).toEqual(["png", 80]);
    }
  });

  it("shows a white logo on a dark background", async () => {
    const cornerOf = async (fill: string) => {
      const { logo } = await brandOf("#8a3b12", square(fill));
      const raw = await sharp(logo ?? undefined)
        .ensureAlpha()
        .raw()
        .toBuffer();
      return [...raw.subarray(0, 4)];
    };
    expect(await cornerOf("#ffffff")).toEqual([0x14, 0x17, 0x1c, 255]);
    expect((await cornerOf("#8a3b12"))[3]).toBe(0);
  });

  it("is sent without an unreadable logo, and with the product's branding without colours", async () => {
    const parts = { ...server.services, ownerDb: server.database.owner.db };
    const { customer_id } = server.accounts.viewer;
    const set = (logo: string | null) =>
      server.database.owner.pool.query("update customer set logo = $1 where id = $2", [
        logo,
        customer_id,
      ]);
    await brandOf("#8a3b12", square("#8a3b12"));
    await set("logo/gone.png");
    const lost = await mailBrandOf(parts, customer_id);
    expect(lost).toMatchObject({ name: "Helios Energy", logo: null });
    expect(mails.codeMail(reader, "en", "12345678", lost).html).not.toContain("cid:");
    await set(null);
    const own = await mailBrandOf(parts, customer_id);
    expect(own).toMatchObject({ name: "Heliograph", customer_name: "Helios Energy" });
  });

  it("arrives by SMTP with text, HTML and the logo", async () => {
    const received: Buffer[] = [];
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onData(stream, _session, done) {
        stream.on("data", (chunk: Buffer) => received.push(chunk));
        stream.on("end", done);
      },
    });
    await new Promise<void>((listening) => smtp.listen(0, "127.0.0.1", listening));
    const { port } = smtp.server.address() as { port: number };
    const brand = await brandOf("#8a3b12", square("#8a3b12"));
    const settings = {
      smtp_url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
      mail_from: "no-reply@example.com",
      data_dir: "",
    };
    await (await openMail(settings)).send(mails.codeMail(reader, "pt", "12345678", brand));
    await new Promise<void>((closed) => smtp.close(closed));
    const mail = await PostalMime.parse(Buffer.concat(received));
    expect(mail.text).toContain("1234 5678");
    expect(mail.html).toContain("1234 5678");
    expect(mail.attachments).toMatchObject([
      { contentId: "<logo>", mimeType: "image/png", disposition: "inline" },
    ]);
    expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer)).toEqual(brand.logo);
  });
});
