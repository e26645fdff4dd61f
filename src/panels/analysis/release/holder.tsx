// Whether newer analyses take values from this one for components that they did not measure.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { RefreshCw } from "lucide-react";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import { askAtom, reasonOf } from "../../../state/account/ask.ts";
import { refreshNewer, setHolder, unmeasuredOf } from "../../../state/settings/unmeasured.ts";
import { valueOf } from "../../../state/shell/loaded.ts";
import { t } from "../../../state/shell/locale.ts";
import { siteClock } from "../../../state/shell/site-clock.ts";
import { showDone, showFault } from "../../../state/shell/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Alert } from "../../../ui/feedback.tsx";
import { Switch } from "../../../ui/form/toggle.tsx";
import { RecordSection } from "../../../ui/record-panel.tsx";
import css from "./release.module.css";

export function Holder({ analysis }: { analysis: Analysis }) {
  const { id } = analysis;
  const unmeasured = valueOf(useAtomValue(unmeasuredOf(id)));
  const ask = useAtomValue(askAtom);
  const change = useSetAtom(setHolder);
  const refresh = useSetAtom(refreshNewer);
  const [isRunning, setRunning] = useState(false);
  const isStale = (unmeasured?.stale.length ?? 0) > 0;
  if (!unmeasured) return null;
  const { is_unmeasured_holder, newer, stale } = unmeasured;
  const refusal = ask("unmeasured.setHolder", {
    analysis,
    is_unmeasured_holder: !is_unmeasured_holder,
  });
  const run = async (act: Promise<void>, done: string) => {
    setRunning(true);
    try {
      await act;
      showDone(done);
    } catch (cause) {
      showFault(cause);
    } finally {
      setRunning(false);
    }
  };
  return (
    <RecordSection title={t("release:holder.title")}>
      <div className={css.section}>
        <p>{t("release:holder.text")}</p>
        <Switch
          isSelected={is_unmeasured_holder}
          isDisabled={refusal !== null || isRunning}
          onChange={(isOn) => void run(change(id, isOn), t("release:holder.changed"))}
        >
          {t("release:holder.label")}
        </Switch>
        {refusal ? <small>{reasonOf(refusal)}</small> : null}
        {isStale ? (
          <Alert tone="watch" title={t("release:holder.stale", { count: stale.length })}>
            <ul className={css.list}>
              {stale.map((one) => (
                <li key={one.id}>
                  {one.name} <small>{siteClock(analysis.time_zone).day(one.flown_at)}</small>
                </li>
              ))}
            </ul>
          </Alert>
        ) : is_unmeasured_holder ? (
          <p>{t("release:holder.fresh", { count: newer })}</p>
        ) : null}
        {isStale ? (
          <div className={css.acts}>
            <Button
              kind="primary"
              icon={<RefreshCw size={14} aria-hidden="true" />}
              isPending={isRunning}
              onPress={() => void run(refresh(id), t("release:holder.refreshed"))}
            >
              {t("release:holder.refresh")}
            </Button>
          </div>
        ) : null}
      </div>
    </RecordSection>
  );
}
