// A plain HTML page of the demo, independent of the app.
import { randomBytes } from "node:crypto";
import type { FastifyReply } from "fastify";
import { escapeHtml } from "../mail/mail-page.ts";

// The colours and sizes of ui/tokens.css; the page loads nothing, so it has them itself.
const style = `
:root{color-scheme:light dark;--text:light-dark(#171b22,#e9ecf1);--soft:light-dark(#505a69,#a7b0bd);--line:light-dark(#e2e5ea,#272c35);--surface:light-dark(#fff,#14171c);--canvas:light-dark(#eef0f3,#0b0d10);--brand:light-dark(#0b63c4,#5aa7ff)}
body{font:13px/1.5 Inter,system-ui,sans-serif;margin:24px;color:var(--text);background:var(--surface)}
a{color:var(--brand)}code,pre{font:12px/1.5 ui-monospace,monospace}pre{margin:0}
table{border-collapse:collapse}td,th{text-align:left;vertical-align:top;padding:6px 12px;border-top:1px solid var(--line)}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;margin:0 0 16px}dt{color:var(--soft)}dd{margin:0}
iframe{display:block;width:100%;height:75vh;border:1px solid var(--line);border-radius:10px;background:#fff}
main{max-width:26rem;margin:12vh auto 0;padding:32px;border:1px solid var(--line);border-radius:10px;background:var(--surface)}
body:has(main){background:var(--canvas)}main svg{width:40px;height:40px}main h1{margin:12px 0 8px;font-size:18px}
main p{margin:0 0 12px;color:var(--soft)}main .act{display:inline-block;padding:8px 16px;border-radius:6px;background:#0b63c4;color:#fff;text-decoration:none;font-weight:600}`;

/** The product's sign, as in public/icon.svg. */
const sign =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#0b63c4"/><path d="M6 23 12.5 9h13L19 23Z" fill="none" stroke="#fff" stroke-width="2.2" stroke-linejoin="round"/><path d="M9.3 16h13M16 23l6.2-14" stroke="#fff" stroke-width="1.6"/><circle cx="24.6" cy="22.6" r="3.1" fill="#ffc94d"/></svg>';

/** A page with one message, in the look of the sign-in pages. */
export function sendDemoMessage(reply: FastifyReply, title: string, body: string): FastifyReply {
  return sendPage(
    reply,
    title,
    `<main>${sign}<h1>${escapeHtml(title)}</h1>${body}</main>`,
    "",
    "'none'",
  );
}

/** The page can run its own script and no other. */
export function sendDemoPage(
  reply: FastifyReply,
  title: string,
  body: string,
  script = "",
  frames: "'none'" | "'self'" = "'none'",
): FastifyReply {
  return sendPage(reply, title, `<h1>${escapeHtml(title)}</h1>${body}`, script, frames);
}

function sendPage(
  reply: FastifyReply,
  title: string,
  body: string,
  script: string,
  frames: "'none'" | "'self'",
): FastifyReply {
  const nonce = randomBytes(16).toString("base64");
  return reply
    .header("cache-control", "no-store")
    .header(
      "content-security-policy",
      `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; frame-src ${frames}; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    .type("text/html; charset=utf-8")
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style nonce="${nonce}">${style}</style>${body}${script === "" ? "" : `<script nonce="${nonce}">${script}</script>`}`,
    );
}
