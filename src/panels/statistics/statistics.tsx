// Statistics of the selected key figure: shares of classes, per loop or tracker group, and per analysis.
import { useAtomValue } from "jotai";
import { ChartColumn } from "lucide-react";
import { columnAtom, keyFigureAtom } from "../../state/plant/column/key-figure.ts";
import { t } from "../../state/shell/locale.ts";
import { EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { Changes } from "./changes.tsx";
import { FindingCourses } from "./finding-courses.tsx";
import { Groups } from "./groups.tsx";
import { Shares } from "./shares.tsx";
import { Trend } from "./trend.tsx";
import { LoadFault } from "../load-fault.tsx";
import css from "./statistics.module.css";

export function Statistics() {
  const keyFigure = useAtomValue(keyFigureAtom);
  const column = useAtomValue(columnAtom);
  if (column.state === "failed") return <LoadFault fault={column.fault} />;
  if (column.state === "loading") return <Skeleton label={t("shell:loading")} lines={5} />;
  if (!keyFigure || column.state === "idle") {
    return (
      <EmptyState
        icon={<ChartColumn size={20} aria-hidden="true" />}
        title={t("statistics:nothing")}
      />
    );
  }
  return (
    <div className={css.statistics}>
      <Changes />
      <Shares />
      <Groups />
      <Trend />
      <FindingCourses />
    </div>
  );
}
