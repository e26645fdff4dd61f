// The bell in the header with the number of unread entries, and the inbox that it opens.
import { useAtomValue, useSetAtom } from "jotai";
import { useLocation } from "wouter";
import { Bell, BellDot, Inbox as InboxIcon, Settings2 } from "lucide-react";
import {
  entryPath,
  INBOX_DAYS,
  INBOX_ENTRIES,
  type Inbox,
  type InboxEntry,
} from "../../domain/inbox/inbox.ts";
import { offlineAtom } from "../../state/account/offline.ts";
import { entryWords, inboxAtom, markRead, reloadInbox } from "../../state/account/inbox.ts";
import { showEntry } from "../../state/plant/inbox-place.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { leave } from "../../state/shell/leave.ts";
import { formatDateTime, formatElapsed, formatNumber, t } from "../../state/shell/locale.ts";
import { panels } from "../../panels/index.ts";
import { useStayCurrent } from "../../panels/stay-current.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Alert, EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { Popover } from "../../ui/overlay.tsx";
import { ScrollRegion } from "../../ui/scroll-region.tsx";
import css from "./inbox.module.css";

const EVERY_MS = 60_000;

export function InboxMark() {
  const inbox = useAtomValue(inboxAtom);
  const isOffline = useAtomValue(offlineAtom) !== null;
  const known = valueOf(inbox);
  useStayCurrent(reloadInbox, isOffline ? null : EVERY_MS);
  if (inbox.state === "idle") return null;
  const count = known?.unread ?? 0;
  const Icon = count > 0 ? BellDot : Bell;
  return (
    <Popover
      label={t("inbox:title")}
      trigger={
        <IconButton
          label={
            count > 0 ? t("inbox:mark", { count, n: formatNumber(count) }) : t("inbox:mark_none")
          }
        >
          <span className={css.bell}>
            <Icon size={16} aria-hidden="true" />
            {count > 0 ? <span aria-hidden="true">{formatNumber(count)}</span> : null}
          </span>
        </IconButton>
      }
    >
      {(close) => (
        <div className={css.inbox}>
          {inbox.state === "failed" && !known ? (
            <Alert tone="watch">{faultWords(inbox.fault).title}</Alert>
          ) : known ? (
            <Opened inbox={known} onClose={close} />
          ) : (
            <Skeleton label={t("shell:loading")} lines={4} />
          )}
        </div>
      )}
    </Popover>
  );
}

const profile = panels.find(({ id }) => id === "user-profile");

function Opened({ inbox: { entries, unread }, onClose }: { inbox: Inbox; onClose: () => void }) {
  const mark = useSetAtom(markRead);
  const [location, navigate] = useLocation();
  const show = useSetAtom(showEntry);
  const go = (path: string) => {
    onClose();
    leave(() => navigate(path));
  };
  const open = (entry: InboxEntry) => {
    if (!entry.is_read) void mark([entry.key]);
    if (location !== `/plant/${entry.plant_id}`) return go(entryPath(entry));
    onClose();
    void show(entry).then((isShown) => {
      if (!isShown) go(entryPath(entry));
    });
  };
  return (
    <>
      <div className={css.head}>
        <h2>{t("inbox:title")}</h2>
        {unread > 0 ? (
          <Button
            size="sm"
            kind="quiet"
            onPress={() =>
              void mark(entries.filter(({ is_read }) => !is_read).map(({ key }) => key))
            }
          >
            {t("inbox:read_all")}
          </Button>
        ) : null}
        {profile ? (
          <IconButton size="sm" label={t("inbox:settings")} onPress={() => go(profile.address)}>
            <Settings2 size={15} aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
      {entries.length === 0 ? (
        <EmptyState icon={<InboxIcon size={20} aria-hidden="true" />} title={t("inbox:empty")}>
          {t("inbox:empty_text")}
        </EmptyState>
      ) : (
        <ScrollRegion className={css.list} label={t("inbox:title")}>
          <ul>
            {entries.map((entry) => (
              <li key={entry.key} data-unread={!entry.is_read} data-late={entry.is_overdue}>
                <button type="button" className={css.entry} onClick={() => open(entry)}>
                  {entry.is_read ? null : (
                    <span className="visually-hidden">{`${t("inbox:unread")}: `}</span>
                  )}
                  <span className={css.words}>{entryWords(entry)}</span>
                  <small title={formatDateTime(entry.created_at)}>
                    {formatElapsed(entry.created_at)}
                  </small>
                </button>
              </li>
            ))}
          </ul>
          <small className={css.reach}>
            {t("inbox:reach", {
              most: formatNumber(INBOX_ENTRIES),
              days: formatNumber(INBOX_DAYS),
            })}
          </small>
        </ScrollRegion>
      )}
    </>
  );
}
