// The e-mails of the product in the recipient's language, as text and HTML, with the customer's branding.
import type { Mail } from "../adapters/mail.ts";
import { limits } from "../../domain/limits.ts";
import { logoId, mailPage, mailText, type MailBrand, type MailPart } from "./mail-page.ts";
import { translate } from "../translate.ts";

type Reader = { readonly email: string; readonly first_name: string };
type Values = Readonly<Record<string, string | number>>;
type Line = (key: string) => string;

/** The code for the second step of signing in. */
export function codeMail(reader: Reader, locale: string, code: string, brand: MailBrand): Mail {
  return codeMailOf("code", reader, locale, code, brand);
}

/** The code that confirms a sensitive action of a signed-in user. */
export function securityCodeMail(
  reader: Reader,
  locale: string,
  code: string,
  brand: MailBrand,
): Mail {
  return codeMailOf("security_code", reader, locale, code, brand);
}

/** The link with which an invited user registers. */
export function invitationMail(
  reader: Reader,
  locale: string,
  url: string,
  brand: MailBrand,
): Mail {
  const days = Math.round(limits.invitationMs / (24 * 3600_000));
  return mailOf(
    "invitation",
    reader,
    locale,
    brand,
    { days, customer: brand.customer_name },
    (line) => [
      { kind: "text", text: line("intro") },
      { kind: "link", text: line("link"), url },
      { kind: "soft", text: line("validity") },
      { kind: "soft", text: line("warning") },
    ],
  );
}

/** The link that lets a user choose a new password. */
export function resetMail(reader: Reader, locale: string, url: string, brand: MailBrand): Mail {
  const minutes = Math.round(limits.resetLinkMs / 60_000);
  return mailOf("reset", reader, locale, brand, { minutes }, (line) => [
    { kind: "text", text: line("intro") },
    { kind: "link", text: line("link"), url },
    { kind: "soft", text: line("validity") },
    { kind: "soft", text: line("warning") },
  ]);
}

/** Notice that the password was changed, so that the user notices a change by someone else. */
export function passwordChangedMail(reader: Reader, locale: string, brand: MailBrand): Mail {
  return noticeMailOf("password_changed", reader, locale, brand);
}

/** Notice that the second factor was changed. */
export function methodChangedMail(
  reader: Reader,
  locale: string,
  method: "mail" | "app",
  brand: MailBrand,
): Mail {
  return noticeMailOf(`method_changed.${method}`, reader, locale, brand);
}

/** Notice that recovery codes were made, or that one was used. */
export function recoveryCodesMail(
  reader: Reader,
  locale: string,
  what: "created" | "used",
  brand: MailBrand,
): Mail {
  return noticeMailOf(`recovery_codes.${what}`, reader, locale, brand);
}

/** Notice that a passkey was added or removed. */
export function passkeyMail(
  reader: Reader,
  locale: string,
  what: "added" | "removed",
  brand: MailBrand,
): Mail {
  return noticeMailOf(`passkey.${what}`, reader, locale, brand);
}

/** Notice that an access token was made. */
export function accessTokenMail(reader: Reader, locale: string, brand: MailBrand): Mail {
  return noticeMailOf("access_token", reader, locale, brand);
}

/** Notice that a webhook was stopped, with the way to where it is switched on again. */
export function webhookStoppedMail(
  reader: Reader,
  locale: string,
  { url, ...about }: { readonly url: string; readonly name: string; readonly host: string },
  brand: MailBrand,
): Mail {
  const values = { webhook: about.name, host: about.host };
  return mailOf("webhook_stopped", reader, locale, brand, values, (line) => [
    { kind: "text", text: line("intro") },
    { kind: "text", text: line("what") },
    { kind: "link", text: line("link"), url },
    { kind: "soft", text: line("why") },
  ]);
}

/** Notice that results were released, with the way to them. */
export function releaseMail(
  reader: Reader,
  locale: string,
  about: {
    readonly url: string;
    readonly analysis: string;
    readonly plant: string;
    readonly hasNotes: boolean;
  },
  brand: MailBrand,
): Mail {
  const { url, analysis, plant, hasNotes } = about;
  return mailOf("release", reader, locale, brand, { analysis, plant }, (line) => [
    { kind: "text", text: line("intro") },
    ...(hasNotes ? [{ kind: "text", text: line("notes") } as const] : []),
    { kind: "link", text: line("link"), url },
    { kind: "soft", text: line("why") },
  ]);
}

function codeMailOf(
  name: string,
  reader: Reader,
  locale: string,
  code: string,
  brand: MailBrand,
): Mail {
  // Two groups are easier to read. The form accepts the code with or without the space.
  const shown = `${code.slice(0, 4)} ${code.slice(4)}`;
  const minutes = limits.mailCodeMs / 60_000;
  return mailOf(name, reader, locale, brand, { minutes }, (line) => [
    { kind: "text", text: line("intro") },
    { kind: "code", text: shown },
    { kind: "soft", text: line("validity") },
    { kind: "soft", text: line("warning") },
  ]);
}

function noticeMailOf(name: string, reader: Reader, locale: string, brand: MailBrand): Mail {
  return mailOf(name, reader, locale, brand, {}, (line) => [
    { kind: "text", text: line("intro") },
    { kind: "soft", text: line("warning") },
  ]);
}

/** An e-mail with the texts of one name in `mail.json`; its greeting and its end are those of all. */
export function mailOf(
  name: string,
  reader: Reader,
  locale: string,
  brand: MailBrand,
  values: Values,
  partsOf: (line: Line) => readonly MailPart[],
): Mail {
  const all = { ...values, name: reader.first_name, brand: brand.name };
  const line = (key: string) => translate(locale, `mail:${name}.${key}`, all);
  const common = (key: string) => translate(locale, `mail:${key}`, all);
  const subject = line("subject")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  const parts: MailPart[] = [
    { kind: "text", text: common(reader.first_name === "" ? "greeting_nameless" : "greeting") },
    ...partsOf(line),
    { kind: "soft", text: common("closing") },
  ];
  return {
    to: reader.email,
    subject,
    text: mailText(parts),
    html: mailPage(locale, subject, brand, parts, common("link_fallback")),
    ...(brand.logo && { images: [{ id: logoId, png: brand.logo }] }),
  };
}
