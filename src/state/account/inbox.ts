// The inbox of the signed-in user: read again and again, marked as read, and how the user is notified.
import { atom } from "jotai";
import { inboxApi } from "../../api/account/inbox.ts";
import { call } from "../../client/call.ts";
import {
  entryText,
  type Inbox,
  type InboxEntry,
  type InboxNotified,
  type InboxSettings,
} from "../../domain/inbox/inbox.ts";
import { workOrderCode } from "../../domain/work-order/work-order-code.ts";
import { formatDay, formatNumber, t, zoneName } from "../shell/locale.ts";
import { sessionLifetime } from "../shell/lifetime.ts";
import { change, updateAnswer } from "../shell/mutation.ts";
import { queryOf, reload, type ServerQuery } from "../shell/query.ts";
import { showDone, showFault } from "../shell/toast.ts";
import { hasCallAtom } from "./ask.ts";

const inboxKey = ["inbox"] as const;
const settingsKey = ["inbox-settings"] as const;

/** Idle for viewers who may not see findings. */
export const inboxAtom = queryOf((get): ServerQuery<Inbox> | null =>
  get(hasCallAtom)("inbox.list")
    ? { key: inboxKey, ask: (options) => call(inboxApi.list, {}, options) }
    : null,
);

export const inboxSettingsAtom = queryOf((get): ServerQuery<InboxNotified> | null =>
  get(hasCallAtom)("inbox.settings")
    ? { key: settingsKey, ask: (options) => call(inboxApi.settings, {}, options) }
    : null,
);

/** Fetches the inbox again. */
export function reloadInbox(): Promise<unknown> {
  return reload(inboxKey);
}

const withRead = (inbox: Inbox, keys: ReadonlySet<string>): Inbox => {
  const entries = inbox.entries.map((one) => (keys.has(one.key) ? { ...one, is_read: true } : one));
  return { entries, unread: entries.filter(({ is_read }) => !is_read).length };
};

/** Marks entries as read, at once on the screen. A refusal is shown, and the server's marks again. */
export const markRead = atom(null, async (_get, _set, keys: readonly string[]): Promise<void> => {
  if (keys.length === 0) return;
  const { signal } = sessionLifetime();
  updateAnswer<Inbox>(inboxKey, (known) => withRead(known, new Set(keys)));
  try {
    const answer = await call(inboxApi.markRead, { body: { keys: [...keys] } });
    if (!signal.aborted) updateAnswer<Inbox>(inboxKey, () => answer);
  } catch (cause) {
    if (signal.aborted) return;
    showFault(cause);
    void reloadInbox();
  }
});

/** Shown at once, rolled back where it is refused. */
export const saveInboxSettings = atom(
  null,
  async (_get, _set, before: InboxNotified, ways: InboxSettings): Promise<void> => {
    try {
      await change<InboxNotified, InboxNotified>({
        key: settingsKey,
        preview: () => ({ ...before, ways }),
        undo: () => before,
        send: () => call(inboxApi.storeSettings, { body: ways }),
        keep: (_known, stored) => stored,
      });
      showDone(t("inbox:saved"));
      void reloadInbox();
    } catch (cause) {
      showFault(cause);
    }
  },
);

/** "07:00 (Madrid time)": when the daily mail is sent. */
export function digestWords({ digest_hour, digest_zone }: InboxNotified): string {
  return `${String(digest_hour).padStart(2, "0")}:00 (${zoneName(digest_zone)})`;
}

/** "Ana López assigned you 3 findings at Llano Grande." */
export function entryWords(entry: InboxEntry): string {
  const { count, plant_name, user_name, work_order, due_on, status } = entry;
  return t(`inbox:entry.${entryText(entry)}`, {
    count,
    n: formatNumber(count),
    plant: plant_name,
    user: user_name ?? t("finding:unknown_user"),
    code: work_order === null ? "" : workOrderCode(work_order),
    day: due_on === null ? "" : formatDay(due_on),
    status: statusOf(entry.work_order !== null, status),
  });
}

function statusOf(isOrder: boolean, status: InboxEntry["status"]): string {
  if (status === null) return "";
  return isOrder
    ? t(`work-order:status.${status as "open"}`)
    : t(`finding:status.${status as "open"}`);
}
