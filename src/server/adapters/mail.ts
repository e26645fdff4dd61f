// Sends mails by SMTP. Without an SMTP server they are written to a folder.

import { randomUUID } from "node:crypto";
import { mkdir, open, rename } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";
import type { Settings } from "../start/settings.ts";
import { isLoopback } from "../start/mode-setting.ts";
import { folderFault } from "../start/start-fault.ts";
import { shownDetail } from "./outside-answer.ts";

export type Mail = {
  /** One address, without a display name. */
  readonly to: string;
  readonly subject: string;
  /** The plain text; every mail has one. */
  readonly text: string;
  readonly html: string;
  /** Images in the mail. The HTML refers to them as `cid:id`. */
  readonly images?: readonly { readonly id: string; readonly png: Buffer }[];
};

export type MailAdapter = { send(mail: Mail): Promise<void> };

const oneAddress = /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$/;

/** Opens the mail adapter of the settings. If the SMTP server is down, sending rejects, not this call. */
export async function openMail(
  settings: Pick<Settings, "smtp_url" | "mail_from" | "data_dir">,
  most: MailLimits = usualLimits,
): Promise<MailAdapter> {
  const { smtp_url, mail_from } = settings;
  if (smtp_url === null) return mailFolder(join(settings.data_dir, "mail"), mail_from);
  const smtp = createTransport(limitedAddress(encryptedAddress(smtp_url), most), {
    from: mail_from,
  });
  const secrets = secretsOf(smtp_url);
  return {
    async send(mail) {
      const signal = AbortSignal.timeout(most.mail_ms);
      try {
        await smtp.sendMail({ ...messageOf(mail), signal });
      } catch (error) {
        throw mailFault(error, signal.aborted ? most.mail_ms : null, secrets);
      }
    },
  };
}

/** `step_ms` for connecting, the greeting, and a pause of the server; `mail_ms` for the whole of one mail. */
export type MailLimits = { readonly step_ms: number; readonly mail_ms: number };

/** A person waits for an invitation or a code: a server that does not answer holds up their request. */
const usualLimits: MailLimits = { step_ms: 15_000, mail_ms: 60_000 };
const MOST_REPLY_BYTES = 64 * 1024;
const MOST_DETAIL = 500;

/** What the operator says in the address stands. */
function limitedAddress(smtp_url: string, { step_ms }: MailLimits): string {
  const url = new URL(smtp_url);
  const limits = {
    connectionTimeout: step_ms,
    greetingTimeout: step_ms,
    socketTimeout: step_ms,
    maxResponseSize: MOST_REPLY_BYTES,
  };
  for (const [name, value] of Object.entries(limits)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(value));
  }
  return url.href;
}

/** The password, and how it is sent: a reply may repeat either. */
function secretsOf(smtp_url: string): string[] {
  const { username, password } = new URL(smtp_url);
  if (password === "") return [];
  const [user, own] = [decodeURIComponent(username), decodeURIComponent(password)];
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  return [base64(`\0${user}\0${own}`), base64(own), own, password];
}

/** Codes of the library for a mail that the server does not take: an unknown address, or what the mail says. */
const ofMail = new Set(["EENVELOPE", "EMESSAGE"]);

/** Whether a fault is one of its mail alone: others may go out. @param error what `send` rejects with */
export const isOfMail = (error: unknown): boolean =>
  error instanceof RangeError ||
  (error instanceof Error && "code" in error && ofMail.has(String(error.code)));

/** A fault without the library's copy of what was sent, for the log. @param late the limit that was reached, in milliseconds */
function mailFault(error: unknown, late: number | null, secrets: readonly string[]): Error {
  if (late !== null) return new Error(`the mail server took more than ${late} ms for a mail`);
  const text = error instanceof Error ? error.message : String(error);
  const fault = new Error(shownDetail(text, secrets, MOST_DETAIL));
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? Object.assign(fault, { code }) : fault;
}

/**
 * The address of a mail server to which nothing is sent in plain text: codes, invitations and the password of the
 * server itself would be readable. Of this machine it need not be encrypted, nor where the operator says
 * `ignoreTLS=true`.
 */
export function encryptedAddress(smtp_url: string): string {
  const url = new URL(smtp_url);
  const isSaid = ["requireTLS", "ignoreTLS"].some((name) => url.searchParams.has(name));
  if (url.protocol !== "smtp:" || isSaid || isLoopback(url.hostname)) return smtp_url;
  url.searchParams.set("requireTLS", "true");
  return url.href;
}

async function mailFolder(path: string, from: string): Promise<MailAdapter> {
  const folder = resolve(path);
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw folderFault(folder, error);
  });
  const writer = createTransport(
    { streamTransport: true, buffer: true, newline: "\r\n" },
    { from },
  );
  return {
    async send(mail) {
      const { message } = await writer.sendMail(messageOf(mail));
      // The names sort by time.
      const name = `${new Date().toISOString().replace(/[:.]/g, "-")}-${randomUUID().slice(0, 8)}`;
      const draft = join(folder, `.${name}`);
      const file = await open(draft, "wx", 0o600);
      try {
        await file.writeFile(message as Buffer);
      } finally {
        await file.close();
      }
      await rename(draft, join(folder, `${name}.eml`));
    },
  };
}

/** @throws RangeError for a line break or a second address in a header, because they could send other mails */
function messageOf({ to, subject, text, html, images = [] }: Mail): SendMailOptions {
  if (!oneAddress.test(to)) throw new RangeError("the recipient is not one mail address");
  if (/[\r\n\0]/.test(subject)) throw new RangeError("the subject has a line break");
  return {
    to,
    subject,
    text,
    html,
    attachments: images.map(({ id, png }) => ({
      cid: id,
      filename: `${id}.png`,
      content: png,
      contentType: "image/png",
      contentDisposition: "inline",
    })),
    // The mail library must not open files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
