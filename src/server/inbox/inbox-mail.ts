// Mails what is in inboxes: at once, or once a day as a digest, for those who asked for it. Each entry is mailed once,
// also after a restart and with several servers: the one that moves the mark on sends the mail.
import type { Database, Services } from "../context.ts";
import { isDigestDue } from "../../domain/inbox/digest.ts";
import type { InboxEntry } from "../../domain/inbox/inbox.ts";
import { viewerOf } from "../account/viewer.ts";
import { inboxMail } from "../mail/inbox-mail.ts";
import { mailNotice } from "../mail/notice.ts";
import {
  moveMark,
  readMailReaders,
  type InboxMark,
  type MailReader,
} from "../store/inbox/inbox-mail.ts";
import { viewerDatabase } from "../store/viewer-database.ts";
import { readInbox } from "./inbox.ts";

type Parts = Pick<Services, "db" | "files" | "mail" | "settings" | "log" | "now">;

const EVERY_MS = 60_000;
/** A change is seen by others a moment after its time. */
const SETTLED_MS = 10_000;

/** Mails again and again until stopped. A failure is logged, and the next run tries again. */
export function startInboxMails(parts: Parts, ownerDb: Database): { stop(): void } {
  let isRunning = false;
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    await mailInboxes(parts, ownerDb).catch((error: unknown) =>
      parts.log.error(error, "inboxes could not be mailed"),
    );
    isRunning = false;
  };
  const timer = setInterval(() => void run(), EVERY_MS);
  return { stop: () => clearInterval(timer) };
}

/** Mails to all who asked for it what is new for them. */
export async function mailInboxes(parts: Parts, ownerDb: Database): Promise<void> {
  for (const reader of await readMailReaders(ownerDb)) {
    await mailOne(parts, ownerDb, reader).catch((error: unknown) =>
      parts.log.error(
        { err: error, account_id: reader.account_id },
        "an inbox could not be mailed",
      ),
    );
  }
}

async function mailOne(parts: Parts, ownerDb: Database, reader: MailReader): Promise<void> {
  const { settings, now } = parts;
  const at = now();
  const until = new Date(at.getTime() - SETTLED_MS).toISOString();
  const zone = { zone: settings.digest_zone, hour: settings.digest_hour };
  const ways = Object.values(reader.ways);
  const isAtOnce = ways.includes("at_once");
  const isDigest = ways.includes("digest") && isDigestDue(zone, reader.digest_at, at);
  if (!isAtOnce && !isDigest) return;
  // What the reader may see now, and not when it happened.
  const viewer = viewerOf(reader, reader.locale);
  const db = viewerDatabase(parts.db, viewer);
  const entries = await readInbox({ db, ownerDb, viewer, now }, reader.ways);
  const send = async (mark: InboxMark, way: "at_once" | "digest") => {
    const from = reader[mark];
    const fresh = entries.filter(
      (one) =>
        reader.ways[one.kind] === way &&
        !one.is_read &&
        Date.parse(one.created_at) > Date.parse(from) &&
        Date.parse(one.created_at) <= Date.parse(until),
    );
    // A digest of nothing ends the day too; nothing new at once leaves the mark, which costs no write.
    if (fresh.length === 0 && way === "at_once") return;
    if (!(await moveMark(ownerDb, reader.account_id, mark, from, until))) return;
    if (fresh.length === 0) return;
    const isSent = await mail(parts, ownerDb, reader, fresh, way);
    if (!isSent) await moveMark(ownerDb, reader.account_id, mark, until, from);
  };
  if (isAtOnce) await send("mailed_at", "at_once");
  if (isDigest) await send("digest_at", "digest");
}

async function mail(
  parts: Parts,
  ownerDb: Database,
  reader: MailReader,
  entries: readonly InboxEntry[],
  way: "at_once" | "digest",
): Promise<boolean> {
  const { account_id: id, customer_id, locale } = reader;
  const fate = await mailNotice({ ...parts, ownerDb }, { id, customer_id }, (brand) =>
    inboxMail(reader, locale, { entries, way, public_url: parts.settings.public_url }, brand),
  );
  return fate === "sent";
}
