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
  const words =
    seconds === null ? t("shell:update.title") : t("shell:update.in", { count: seconds });
  return (
    <Popover
      label={t("shell:update.title")}
      trigger={
        <Button
          size="sm"
          kind="primary"
          icon={isNarrow ? null : <RefreshCw size={14} aria-hidden="true" />}
        >
          {isNarrow ? (
            <>
              <span className="visually-hidden">{words}</span>
              {/* A number alone says nothing, and there is no room for the whole sentence. */}
              <span className={css.updateShort} aria-hidden="true">
                <span>{t("shell:update.short")}</span>
                {seconds === null ? null : <span>{`${seconds}\u202Fs`}</span>}
              </span>
            </>
          ) : (
            words
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
