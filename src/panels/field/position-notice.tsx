// What is wrong with the own position, and what can be done.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import {
  follow,
  positionNoticeAtom,
  stopPosition,
  type PositionNotice as What,
} from "../../state/field/own-position.ts";
import { distanceWords } from "../../state/field/distance-words.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import css from "./field.module.css";

export function PositionNotice() {
  const notice = useAtomValue(positionNoticeAtom);
  const [dismissed, setDismissed] = useState<What["kind"] | null>(null);
  const stop = useSetAtom(stopPosition);
  const again = useSetAtom(follow);
  if (!notice || notice.kind === dismissed) return null;
  const distance = "metres" in notice ? distanceWords(notice.metres) : "";
  const isFault = !("metres" in notice);
  return (
    <div className={css.notice}>
      <Notice
        tone="watch"
        title={t(`field:position.${notice.kind}.title`, { distance })}
        dismissLabel={t("shell:close")}
        onDismiss={() => (isFault ? stop() : setDismissed(notice.kind))}
      >
        <span>{t(`field:position.${notice.kind}.text`)}</span>
        {isFault && notice.kind !== "unsupported" ? (
          <Button size="sm" onPress={() => again()}>
            {t("shell:retry")}
          </Button>
        ) : null}
      </Notice>
    </div>
  );
}
