// Operations monitoring: what the installation does now, and what can be done about it.
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
import { useStayCurrent } from "../stay-current.ts";
import { AnalysisServers } from "./analysis-servers.tsx";
import { GpuServers } from "./gpu-servers.tsx";
import { Installation } from "./installation.tsx";
import { Tasks } from "./tasks.tsx";
import { Uploads } from "./uploads.tsx";
import { Usages } from "./usages.tsx";
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
      <Usages />
    </div>
  );
}

/** Loads everything again, and tasks that have not ended more often. */
function useReload(): void {
  const after = useAtomValue(reloadAfterAtom);
  useStayCurrent(reloadMonitoring, after?.all ?? null);
  useStayCurrent(reloadTasks, after?.tasks ?? null);
}
