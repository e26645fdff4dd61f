// The user's sessions.
import { useState } from "react";
import { useAtomValue } from "jotai";
import type { Me } from "../../domain/account/session.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatDateTime, formatElapsed, t } from "../../state/shell/locale.ts";
import { sessionsAtom } from "../../state/account/profile.ts";
import { Button } from "../../ui/button.tsx";
import { Badge, Skeleton } from "../../ui/feedback.tsx";
import { Notice } from "../../ui/notice.tsx";
import { EndSessions } from "./end-sessions.tsx";
import { Block } from "./row.tsx";
import css from "./user-profile.module.css";

export function Sessions({ me }: { me: Me }) {
  const loaded = useAtomValue(sessionsAtom);
  const [isEnding, setEnding] = useState(false);
  const sessions = valueOf(loaded);
  return (
    <Block title={t("profile:sessions.title")} note={t("profile:sessions.note")}>
      {loaded.state === "failed" ? (
        <Notice tone="danger">{faultWords(loaded.fault).title}</Notice>
      ) : null}
      {sessions === undefined ? (
        loaded.state === "failed" ? null : (
          <Skeleton label={t("shell:loading")} lines={2} />
        )
      ) : (
        <>
          <ul className={css.sessions}>
            {sessions.map(({ created_at, last_used_at, is_current }) => (
              <li key={created_at}>
                <span>
                  {t("profile:sessions.since", { time: formatDateTime(created_at) })}
                  <small>{t("profile:sessions.used", { time: formatElapsed(last_used_at) })}</small>
                </span>
                {is_current ? <Badge tone="good">{t("profile:sessions.here")}</Badge> : null}
              </li>
            ))}
          </ul>
          {sessions.length > 1 ? (
            <div className={css.saves}>
              <Button onPress={() => setEnding(true)}>{t("profile:sessions.end")}</Button>
            </div>
          ) : null}
        </>
      )}
      {isEnding ? <EndSessions me={me} onClose={() => setEnding(false)} /> : null}
    </Block>
  );
}
