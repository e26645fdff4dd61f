// Who is informed of the release by e-mail, and who was.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Send } from "lucide-react";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import type { SentReleaseMail } from "../../../domain/analysis/release-mail.ts";
import { askAtom, reasonOf } from "../../../state/account/ask.ts";
import {
  releaseUsersOf,
  sendReleaseMail,
  sentMailsOf,
} from "../../../state/settings/release-mail.ts";
import { valueOf } from "../../../state/shell/loaded.ts";
import { formatDateTime, t } from "../../../state/shell/locale.ts";
import { showDone, showFault } from "../../../state/shell/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Badge } from "../../../ui/feedback.tsx";
import { Checkbox } from "../../../ui/form/toggle.tsx";
import { RecordSection } from "../../../ui/record-panel.tsx";
import css from "./release.module.css";

const tones = { sending: "info", sent: "good", failed: "danger" } as const;

export function Mails({ analysis }: { analysis: Analysis }) {
  const { id, released_at } = analysis;
  const users = valueOf(useAtomValue(releaseUsersOf(id))) ?? [];
  const mails = valueOf(useAtomValue(sentMailsOf(id))) ?? [];
  const refusal = useAtomValue(askAtom)("releaseMail.send", analysis);
  const send = useSetAtom(sendReleaseMail);
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null);
  const [isSending, setSending] = useState(false);
  const isSent = (user: number) =>
    mails.some(
      (mail) =>
        mail.recipient_id === user && mail.released_at === released_at && mail.state === "sent",
    );
  const open = users.filter((user) => !isSent(user.id));
  const isChosen = (user: (typeof users)[number]) => chosen?.has(user.id) ?? user.is_recipient;
  const recipients = open.filter(isChosen);
  const toggle = (user: number, isOn: boolean) => {
    const next = new Set(recipients.map((one) => one.id));
    if (isOn) next.add(user);
    else next.delete(user);
    setChosen(next);
  };
  const run = async () => {
    setSending(true);
    try {
      const ids = recipients.map((one) => one.id);
      await send(id, ids);
      showDone(t("release:mail.done", { count: ids.length }));
    } catch (cause) {
      showFault(cause);
    } finally {
      setSending(false);
    }
  };
  return (
    <RecordSection title={t("release:mail.title")}>
      <div className={css.section}>
        {users.length === 0 ? <p>{t("release:mail.no_users")}</p> : null}
        {users.length > 0 && open.length === 0 ? <p>{t("release:mail.all")}</p> : null}
        <ul className={css.list}>
          {open.map((user) => (
            <li key={user.id}>
              <Checkbox isSelected={isChosen(user)} onChange={(isOn) => toggle(user.id, isOn)}>
                {user.name || user.email}
              </Checkbox>
              {user.name ? <small>{user.email}</small> : null}
            </li>
          ))}
        </ul>
        {open.length > 0 ? (
          <div className={css.acts}>
            <Button
              kind="primary"
              icon={<Send size={14} aria-hidden="true" />}
              reason={reasonOf(refusal)}
              isDisabled={recipients.length === 0}
              isPending={isSending}
              onPress={() => void run()}
            >
              {t("release:mail.send", { count: recipients.length })}
            </Button>
            {refusal ? <small className={css.soft}>{reasonOf(refusal)}</small> : null}
          </div>
        ) : null}
        <Sent mails={mails} />
      </div>
    </RecordSection>
  );
}

function Sent({ mails }: { mails: readonly SentReleaseMail[] }) {
  if (mails.length === 0) return null;
  return (
    <>
      <h4>{t("release:mail.sent")}</h4>
      <ul className={css.list}>
        {mails.map((mail) => (
          <li key={mail.id}>
            <Badge tone={tones[mail.state]}>{t(`release:mail.state.${mail.state}`)}</Badge>
            <span>{mail.recipient_name || mail.email}</span>
            <small>
              {mail.recipient_name ? `${mail.email} · ` : null}
              {formatDateTime(mail.sent_at)}
              {mail.sent_by ? ` · ${t("release:mail.by", { name: mail.sent_by })}` : null}
            </small>
          </li>
        ))}
      </ul>
    </>
  );
}
