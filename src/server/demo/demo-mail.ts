// The mailbox of the demo: lists the mails and shows each as text, as HTML and as source.
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import PostalMime, { type Email } from "postal-mime";
import { failure } from "../../domain/error.ts";
import { sendDemoPage } from "./demo-page.ts";
import { escapeHtml } from "../mail/mail-page.ts";

type MailRoute = { Params: { name: string } };

const maxMails = 50;
/** The frame of a mail runs no scripts and loads nothing. Links open in a new tab. */
const frameRights = "allow-popups allow-popups-to-escape-sandbox";
const framePolicy = `sandbox ${frameRights}; default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'self'; form-action 'none'; frame-ancestors 'self'`;

export function addDemoMail(app: FastifyInstance, folder: string): void {
  app.get("/demo/mail", async (_, reply) => {
    const names = await mailNames(folder);
    const rows = await Promise.all(
      names.slice(0, maxMails).map(async (name) => {
        const mail = await readMail(folder, name);
        const [date = "", to = "", subject = ""] = headOf(mail).map(escapeHtml);
        const path = `/demo/mail/${encodeURIComponent(name)}`;
        return `<tr><td>${date}<td>${to}<td><a href="${path}/page">${subject}</a><br><a href="${path}"><small>Source</small></a><td><pre>${escapeHtml((mail.text ?? "").trim())}</pre>`;
      }),
    );
    const table = `<table><tr><th>Date<th>To<th>Subject<th>Text${rows.join("")}</table>`;
    return sendDemoPage(reply, "Mails", rows.length === 0 ? "<p>No mails yet.</p>" : table);
  });

  app.get<MailRoute>("/demo/mail/:name", async (request, reply) => {
    const source = await readFile(await pathOf(folder, request.params.name));
    return reply.header("cache-control", "no-store").type("text/plain; charset=utf-8").send(source);
  });

  app.get<MailRoute>("/demo/mail/:name/page", async (request, reply) => {
    const { name } = request.params;
    const [date = "", to = "", subject = ""] = headOf(await readMail(folder, name)).map(escapeHtml);
    const path = `/demo/mail/${encodeURIComponent(name)}`;
    const head = `<p><a href="/demo/mail">All mails</a></p><dl><dt>To<dd>${to}<dt>Date<dd>${date}</dl>`;
    const frame = `<iframe title="Mail" sandbox="${frameRights}" src="${path}/html"></iframe>`;
    return sendDemoPage(reply, subject, head + frame, "", "'self'");
  });

  app.get<MailRoute>("/demo/mail/:name/html", async (request, reply) => {
    const mail = await readMail(folder, request.params.name);
    return reply
      .header("cache-control", "no-store")
      .header("content-security-policy", framePolicy)
      .header("x-frame-options", "SAMEORIGIN")
      .type("text/html; charset=utf-8")
      .send(htmlOf(mail));
  });
}

/** @throws RESOURCE_NOT_FOUND for names that are not in the list, so that no other file can be read */
async function pathOf(folder: string, name: string): Promise<string> {
  if (!(await mailNames(folder)).includes(name)) throw failure("RESOURCE_NOT_FOUND");
  return join(folder, name);
}

async function readMail(folder: string, name: string): Promise<Email> {
  return PostalMime.parse(await readFile(await pathOf(folder, name)));
}

/** Date, recipients, subject. */
function headOf({ date, to, subject }: Email): string[] {
  const addresses = to?.map(({ address }) => address).join(", ");
  return [date ?? "", addresses ?? "", subject ?? ""];
}

/** The HTML of the mail with its attached images embedded and links that open in a new tab. */
function htmlOf({ html = "", attachments }: Email): string {
  const embedded = attachments.reduce((text, { contentId, mimeType, content }) => {
    const bytes =
      typeof content === "string" ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);
    const id = (contentId ?? "").replace(/[<>]/g, "");
    return id === ""
      ? text
      : text.replaceAll(`cid:${id}`, `data:${mimeType};base64,${bytes.toString("base64")}`);
  }, html);
  return embedded.replace("<head>", '<head><base target="_blank">');
}

/** Newest first. */
async function mailNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => /^[\w-]+\.eml$/.test(name))
    .toSorted()
    .toReversed();
}
