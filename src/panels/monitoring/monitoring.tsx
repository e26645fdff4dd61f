// Operations monitoring: what the installation does now, and what can be done about it.
import { useEffect } from "react";
import { useAtom, useAtomValue } from "jotai";
import { RotateCw } from "lucide-react";
import {
  reloadAfterAtom,
  reloadIntervalAtom,
  reloadIntervals,
  reloadMonitoring,
  reloadTasks,
} from "../../state/settings/monitoring.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { AnalysisServers } from "./analysis-servers.tsx";
import { GpuServers } from "./gpu-servers.tsx";
import { Installation } from "./installation.tsx";
import { Tasks } from "./tasks.tsx";
import { Uploads } from "./uploads.tsx";
import css from "./monitoring.module.css";

export function Monitoring() {
  const [interval, setReload] = useAtom(reloadIntervalAtom);
  useReload();
  return (
    <div className={css.panel}>
      <div className={css.tools}>
        <Select
          label={t("monitoring:reload.label")}
          value={interval}
          onChange={setReload}
          options={reloadIntervals.map((id) => ({
            id,
            label:
              id === 0 ? t("monitoring:reload.off") : t("monitoring:reload.seconds", { count: id }),
          }))}
        />
        <Button
          icon={<RotateCw size={14} aria-hidden="true" />}
          onPress={() => void reloadMonitoring()}
        >
          {t("monitoring:reload.now")}
        </Button>
      </div>
      <Installation />
      <Tasks />
      <AnalysisServers />
      <GpuServers />
      <Uploads />
    </div>
  );
}

/** Loads everything again while the page is shown, and tasks that have not ended more often. */
function useReload(): void {
  const after = useAtomValue(reloadAfterAtom);
  const all = after?.all ?? null;
  const tasks = after?.tasks ?? null;
  useEffect(() => {
    const isShown = () => document.visibilityState === "visible";
    const every = (milliseconds: number | null, load: () => Promise<void>) =>
      milliseconds === null
        ? undefined
        : setInterval(() => isShown() && void load().catch(() => undefined), milliseconds);
    const timers = [every(all, reloadMonitoring), every(tasks, reloadTasks)];
    return () => timers.forEach((timer) => clearInterval(timer));
  }, [all, tasks]);
}
