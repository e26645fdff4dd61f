// The e-mail of an inbox: what is new, line by line, and the way there.
import { entryPath, entryText, type InboxEntry } from "../../domain/inbox/inbox.ts";
import { workOrderCode } from "../../domain/work-order/work-order-code.ts";
import type { Mail } from "../adapters/mail.ts";
import { translate } from "../translate.ts";
import type { MailBrand } from "./mail-page.ts";
import { mailOf } from "./mails.ts";

type About = {
  readonly entries: readonly InboxEntry[];
  readonly way: "at_once" | "digest";
  readonly public_url: string;
};

/** A mail stays readable with so many lines; the others are counted. */
const MOST_LINES = 15;

export function inboxMail(
  reader: { readonly email: string; readonly first_name: string },
  locale: string,
  { entries, way, public_url }: About,
  brand: MailBrand,
): Mail {
  const [first] = entries;
  const count = entries.length;
  const more = count - MOST_LINES;
  const number = (value: number) => new Intl.NumberFormat(locale).format(value);
  const url = count === 1 && first ? `${public_url}${entryPath(first)}` : `${public_url}/plants`;
  const values = { count, n: number(count) };
  return mailOf(`inbox.${way}`, reader, locale, brand, values, (line) => [
    { kind: "text", text: line("intro") },
    ...entries
      .slice(0, MOST_LINES)
      .map((entry) => ({ kind: "text", text: `• ${entryWords(locale, entry)}` }) as const),
    ...(more > 0
      ? [
          {
            kind: "soft",
            text: translate(locale, "mail:inbox.more", { count: more, n: number(more) }),
          } as const,
        ]
      : []),
    { kind: "link", text: line("link"), url },
    { kind: "soft", text: line("why") },
  ]);
}

/** "Ana López assigned 3 findings at Llano Grande to you." */
function entryWords(locale: string, entry: InboxEntry): string {
  const { count, plant_name, user_name, work_order, due_on, status } = entry;
  const noun = work_order === null ? "finding" : "work-order";
  return translate(locale, `inbox:entry.${entryText(entry)}`, {
    count,
    n: new Intl.NumberFormat(locale).format(count),
    plant: plant_name,
    user: user_name ?? translate(locale, "finding:unknown_user"),
    code: work_order === null ? "" : workOrderCode(work_order),
    day:
      due_on === null
        ? ""
        : new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(
            new Date(due_on),
          ),
    status: status === null ? "" : translate(locale, `${noun}:status.${status}`),
  });
}
