// The table of components of one type that pass the filters and the scope.
import { useAtomValue, useSetAtom } from "jotai";
import { Rows3 } from "lucide-react";
import { faultWords } from "../../state/shell/fault.ts";
import {
  filtersAtom,
  removeFilters,
  scopeAtom,
  chooseScope,
} from "../../state/plant/filter/filter.ts";
import { t } from "../../state/shell/locale.ts";
import { plantAtom, twinAtom } from "../../state/plant/plant.ts";
import { retryPlant } from "../../state/plant/open-plant.ts";
import { tableRowsAtom, tableTypeAtom } from "../../state/plant/filter/table.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/feedback.tsx";
import { Grid } from "./grid.tsx";
import { TableBar } from "./table-bar.tsx";
import css from "./table.module.css";

export function ComponentTable() {
  const type = useAtomValue(tableTypeAtom);
  const rows = useAtomValue(tableRowsAtom);
  const twin = useAtomValue(twinAtom);
  const plant = useAtomValue(plantAtom);
  const retry = useSetAtom(retryPlant);
  const failed = [plant, twin, rows].find(({ state }) => state === "failed");
  if (failed?.state === "failed") {
    const { title, details } = faultWords(failed.fault);
    return (
      <ErrorState
        title={title}
        details={details}
        actions={<Button onPress={() => void retry()}>{t("shell:retry")}</Button>}
      />
    );
  }
  if (!type && plant.state === "ready" && rows.state === "idle") {
    return (
      <EmptyState icon={<Rows3 size={20} aria-hidden="true" />} title={t("table:no_values")}>
        {t("table:no_values_hint")}
      </EmptyState>
    );
  }
  if (!type || rows.state !== "ready") return <Skeleton label={t("shell:loading")} lines={6} />;
  return (
    <div className={css.table}>
      <TableBar count={rows.value.length} />
      {rows.value.length === 0 ? <Nothing /> : <Grid type={type} rows={rows.value} />}
    </div>
  );
}

function Nothing() {
  const filters = useAtomValue(filtersAtom);
  const scope = useAtomValue(scopeAtom);
  const remove = useSetAtom(removeFilters);
  const setScope = useSetAtom(chooseScope);
  return (
    <EmptyState
      title={t("table:nothing")}
      actions={
        <>
          {filters.length > 0 ? (
            <Button onPress={() => remove(() => true)}>{t("filter:clear")}</Button>
          ) : null}
          {scope === "all" ? null : (
            <Button onPress={() => setScope("all")}>{t("table:scope.all")}</Button>
          )}
        </>
      }
    />
  );
}
