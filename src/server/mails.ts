// The mails the product sends, in the reader's language, as text and as HTML.
import type { Mail } from "./adapters/mail.ts";
import { limits } from "../domain/limits.ts";
import { say } from "./words.ts";

type Reader = { readonly email: string; readonly first_name: string };

/** The mail with the code for the second step of signing in. */
export function codeMail(reader: Reader, locale: string, code: string): Mail {
  // In two groups a person can read; the form takes it with or without the space.
  const shown = `${code.slice(0, 4)} ${code.slice(4)}`;
  const values = { name: reader.first_name, minutes: limits.mailCodeMs / 60_000 };
  const line = (key: string) => say(locale, `mail:code.${key}`, values);
  const text = [
    reader.first_name === "" ? line("greeting_nameless") : line("greeting"),
    line("intro"),
    shown,
    line("validity"),
    line("warning"),
    line("closing"),
  ];
  return {
    to: reader.email,
    subject: line("subject"),
    text: `${text.join("\n\n")}\n`,
    html: page(
      locale,
      text.map((paragraph) =>
        paragraph === shown
          ? `<p style="font:600 28px/1.4 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.12em;margin:16px 0">${shown}</p>`
          : `<p style="margin:0 0 12px">${escapeHtml(paragraph)}</p>`,
      ),
    ),
  };
}

function page(locale: string, paragraphs: readonly string[]): string {
  return `<!doctype html><html lang="${locale}"><meta charset="utf-8"><body style="margin:0;padding:24px;background:#f4f5f7;color:#1b1f24;font:15px/1.5 system-ui,sans-serif"><div style="max-width:480px;margin:auto;background:#fff;border:1px solid #dfe3e8;border-radius:6px;padding:24px">${paragraphs.join("")}</div></body></html>`;
}

/** Text safe between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}
