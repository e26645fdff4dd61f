// A filter above a list of records: one choice among named tests, of which "all" is the first.
import { useState } from "react";
import { t } from "../../state/shell/locale.ts";
import { Select } from "../../ui/form/choice.tsx";

/** `tests`: what passes, by the filter's id. Returns what `RecordPanel` needs. */
export function useRecordFilter<R, Id extends string>(
  tests: Readonly<Record<Id | "all", (row: R) => boolean>>,
  nameOf: (id: Id | "all") => string,
) {
  const [filter, setFilter] = useState<Id | "all">("all");
  const ids = Object.keys(tests) as (Id | "all")[];
  return {
    passes: tests[filter],
    onReset: () => setFilter("all"),
    filters: (
      <Select
        label={t("drone:filter.label")}
        labelHidden
        value={filter}
        onChange={setFilter}
        options={ids.map((id) => ({ id, label: nameOf(id) }))}
      />
    ),
  };
}
