// A plain HTML page of the demo, independent of the app.
import { randomBytes } from "node:crypto";
import type { FastifyReply } from "fastify";
import { escapeHtml } from "../mail/mail-page.ts";

const style =
  "body{font:15px/1.5 system-ui,sans-serif;margin:24px;color:#1b1f24}table{border-collapse:collapse}td,th{text-align:left;vertical-align:top;padding:6px 12px;border-top:1px solid #dfe3e8}pre{margin:0;font:13px/1.5 ui-monospace,monospace;white-space:pre-wrap}dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;margin:0 0 16px}dt{color:#525b67}dd{margin:0}iframe{display:block;width:100%;height:75vh;border:1px solid #dfe3e8;border-radius:8px}";

/** The page can run its own script and no other. */
export function sendDemoPage(
  reply: FastifyReply,
  title: string,
  body: string,
  script = "",
  frames: "'none'" | "'self'" = "'none'",
): FastifyReply {
  const nonce = randomBytes(16).toString("base64");
  return reply
    .header("cache-control", "no-store")
    .header(
      "content-security-policy",
      `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; frame-src ${frames}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    .type("text/html; charset=utf-8")
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style nonce="${nonce}">${style}</style><h1>${escapeHtml(title)}</h1>${body}${script === "" ? "" : `<script nonce="${nonce}">${script}</script>`}`,
    );
}
