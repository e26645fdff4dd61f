// Doors of the demo: single-use sign-in links and a readable mailbox. None of it exists in production.
import { randomBytes } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";
import PostalMime from "postal-mime";
import { failure } from "../domain/error.ts";
import { limits } from "../domain/limits.ts";
import type { Database, Services } from "./context.ts";
import { escapeHtml } from "./mail-page.ts";
import { openSessionFor } from "./session-answer.ts";
import { isActive, readAccount } from "./store/account.ts";
import { createConfirmation, tryConfirmation, useConfirmation } from "./store/confirmation.ts";

type Parts = { readonly services: Services; readonly ownerDb: Database };

/** Where the browser keeps its session (src/client/local.ts). */
const sessionName = "auth";
const shownMails = 50;

/** A link that signs this account in once, within a quarter of an hour. */
export async function makeSignInLink(
  { settings, now }: Pick<Services, "settings" | "now">,
  ownerDb: Database,
  account_id: number,
): Promise<string> {
  const expires_at = new Date(now().getTime() + limits.signInLinkMs);
  const key = await createConfirmation(ownerDb, {
    account_id,
    kind: "demo_sign_in",
    code: null,
    expires_at,
  });
  return `${settings.public_url}/demo/sign-in/${key}`;
}

export function addDemoDoors(door: FastifyInstance, { services, ownerDb }: Parts): void {
  if (services.settings.production) return;
  const folder = join(services.settings.data_dir, "mail");

  door.get<{ Params: { key: string } }>("/demo/sign-in/:key", async (request, reply) => {
    const { key } = request.params;
    const at = services.now();
    const row = await tryConfirmation(ownerDb, key, "demo_sign_in", at);
    const found = row && (await readAccount(ownerDb, row.account_id));
    if (!found || !isActive(found) || !(await useConfirmation(ownerDb, key, at))) {
      const again =
        'This sign-in link was used already or is older than 15 minutes. Start the server again for new ones, or <a href="/login">sign in</a>.';
      return sendPage(reply.code(410), "Link is over", `<p>${again}</p>`);
    }
    const parts = { ownerDb, now: services.now, request_id: request.id };
    const session = JSON.stringify(await openSessionFor(parts, found, "demo_sign_in"));
    // As data of an element the session cannot end the script, whatever a name in it contains.
    const script = `localStorage.setItem(${JSON.stringify(sessionName)}, document.getElementById("session").textContent); location.replace("/");`;
    return sendPage(
      reply,
      "Signing in",
      `<p id="session" hidden>${escapeHtml(session)}</p><noscript>Signing in needs JavaScript.</noscript>`,
      script,
    );
  });

  door.get("/demo/mail", async (_, reply) => {
    const names = await mailNames(folder);
    const rows = await Promise.all(
      names.slice(0, shownMails).map(async (name) => {
        const mail = await PostalMime.parse(await readFile(join(folder, name)));
        const to = mail.to?.map(({ address }) => address).join(", ") ?? "";
        const cells = [mail.date ?? "", to, mail.subject ?? ""].map(escapeHtml);
        const [date, address, subject] = cells;
        return `<tr><td>${date}<td>${address}<td><a href="/demo/mail/${encodeURIComponent(name)}">${subject}</a><td><pre>${escapeHtml((mail.text ?? "").trim())}</pre>`;
      }),
    );
    const table = `<table><tr><th>Date<th>To<th>Subject<th>Text${rows.join("")}</table>`;
    return sendPage(reply, "Mails", rows.length === 0 ? "<p>No mails yet.</p>" : table);
  });

  door.get<{ Params: { name: string } }>("/demo/mail/:name", async (request, reply) => {
    const { name } = request.params;
    // Only names of the listing are read: no other path can be asked for.
    if (!(await mailNames(folder)).includes(name)) throw failure("RESOURCE_NOT_FOUND");
    const source = await readFile(join(folder, name));
    return reply.header("cache-control", "no-store").type("text/plain; charset=utf-8").send(source);
  });
}

/** Newest first. */
async function mailNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => /^[\w-]+\.eml$/.test(name))
    .toSorted()
    .toReversed();
}

const style =
  "body{font:15px/1.5 system-ui,sans-serif;margin:24px;color:#1b1f24}table{border-collapse:collapse}td,th{text-align:left;vertical-align:top;padding:6px 12px;border-top:1px solid #dfe3e8}pre{margin:0;font:13px/1.5 ui-monospace,monospace;white-space:pre-wrap}";

/** A page that may run its own script and nothing else. */
function sendPage(reply: FastifyReply, title: string, body: string, script = ""): FastifyReply {
  const nonce = randomBytes(16).toString("base64");
  return reply
    .header("cache-control", "no-store")
    .header(
      "content-security-policy",
      `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    .type("text/html; charset=utf-8")
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style nonce="${nonce}">${style}</style><h1>${escapeHtml(title)}</h1>${body}${script === "" ? "" : `<script nonce="${nonce}">${script}</script>`}`,
    );
}
