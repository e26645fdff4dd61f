// Filters by the status of the findings of a component.
import { useAtomValue, useSetAtom } from "jotai";
import { repairStates, type RepairState } from "../../domain/finding/finding-status.ts";
import { addFilter, filtersAtom, removeFilters } from "../../state/plant/filter/filter.ts";
import { repairStateName } from "../../state/plant/finding/words.ts";
import { t } from "../../state/shell/locale.ts";
import { Checkbox } from "../../ui/form/toggle.tsx";
import css from "./filters.module.css";

export function RepairForm() {
  const known = useAtomValue(filtersAtom).find((one) => one.kind === "repair");
  const add = useSetAtom(addFilter);
  const remove = useSetAtom(removeFilters);
  const chosen = known?.kind === "repair" ? known.values : [];
  const choose = (status: RepairState, is: boolean) => {
    const values = repairStates.filter((one) => (one === status ? is : chosen.includes(one)));
    if (values.length === 0) remove((one) => one === known);
    else add({ kind: "repair", values });
  };
  return (
    <fieldset className={css.options}>
      <legend>{t("filter:repair_statuses")}</legend>
      {repairStates.map((status) => (
        <Checkbox
          key={status}
          isSelected={chosen.includes(status)}
          onChange={(is) => choose(status, is)}
        >
          <span>{repairStateName(status)}</span>
        </Checkbox>
      ))}
    </fieldset>
  );
}
