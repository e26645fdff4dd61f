// Announces a newer version of the app, the time until the page reloads, and what delays the reload.
import { useEffect } from "react";
import { useAtomValue, useSetAtom, useStore } from "jotai";
import { RefreshCw } from "lucide-react";
import { t } from "../../state/shell/locale.ts";
import { isSmallScreenAtom } from "../../state/shell/small-screen.ts";
import { meAtom } from "../../state/account/me.ts";
import {
  newerVersionAtom,
  reportVersion,
  startUpdate,
  updateHeldAtom,
  updateNow,
  updateSecondsAtom,
} from "../../state/shell/update.ts";
import { Button } from "../../ui/button.tsx";
import { Popover } from "../../ui/overlay.tsx";
import css from "./header.module.css";

export function UpdateNotice() {
  const store = useStore();
  const me = useAtomValue(meAtom);
  const report = useSetAtom(reportVersion);
  const version = useAtomValue(newerVersionAtom);
  const isNarrow = useAtomValue(isSmallScreenAtom);
  const seconds = useAtomValue(updateSecondsAtom);
  const held = useAtomValue(updateHeldAtom);
  useEffect(() => startUpdate(store), [store]);
  useEffect(() => {
    if (me.state === "ready") void report();
  }, [me.state, report]);
  if (version === null) return null;
  return (
    <Popover
      label={t("shell:update.title")}
      trigger={
        <Button size="sm" kind="primary" icon={<RefreshCw size={14} aria-hidden="true" />}>
          {seconds === null ? (
            <span className={isNarrow ? "visually-hidden" : undefined}>
              {t("shell:update.title")}
            </span>
          ) : isNarrow ? (
            <>
              <span className="visually-hidden">{t("shell:update.in", { count: seconds })}</span>
              <span aria-hidden="true">{seconds}</span>
            </>
          ) : (
            t("shell:update.in", { count: seconds })
          )}
        </Button>
      }
    >
      <div className={css.update}>
        <p>{t("shell:update.text", { version })}</p>
        {held === null ? null : <p>{t(`shell:update.held.${held}`)}</p>}
        <Button kind="primary" onPress={() => updateNow()}>
          {t("shell:update.now")}
        </Button>
      </div>
    </Popover>
  );
}
