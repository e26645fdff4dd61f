// Filters by an ancestor: a loop, a tracker group.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { ancestorTypesOf, type ComponentType } from "../../domain/component/component.ts";
import { addFilter } from "../../state/plant/filter/filter.ts";
import { keyFigureAtom } from "../../state/plant/column/key-figure.ts";
import { t } from "../../state/shell/locale.ts";
import { geometryOf, geometryVersionAtom, namesOf } from "../../state/plant/plant.ts";
import { componentTypeName } from "../../state/plant/column/value-words.ts";
import { Select } from "../../ui/form/choice.tsx";
import { ComboBox } from "../../ui/form/combo-box.tsx";
import css from "./filters.module.css";

/** The most components that are listed; others are found by search. */
const MAX_OPTIONS = 2000;

export function WithinForm() {
  useAtomValue(geometryVersionAtom);
  const keyFigure = useAtomValue(keyFigureAtom);
  const add = useSetAtom(addFilter);
  const types = keyFigure ? ancestorTypesOf(keyFigure.component_type).toReversed() : [];
  const [chosen, setChosen] = useState<ComponentType | null>(null);
  const type = chosen ?? types[0];
  if (!type) return <p className={css.note}>{t("filter:top_level")}</p>;
  return (
    <div className={css.form}>
      <Select
        label={t("filter:level")}
        options={types.map((id) => ({ id, label: componentTypeName(id) }))}
        value={type}
        onChange={setChosen}
      />
      <ComboBox
        key={type}
        label={componentTypeName(type)}
        options={namedOptions(type)}
        value={null}
        openLabel={t("shell:open_list")}
        onChange={(dt_id) => {
          if (dt_id !== null) add({ kind: "within", component_type: type, dt_id });
        }}
      />
    </div>
  );
}

function namedOptions(type: ComponentType) {
  const names = namesOf(type);
  const geometry = geometryOf(type);
  const count = Math.min(names?.count ?? 0, MAX_OPTIONS);
  return Array.from({ length: count }, (_, row) => row)
    .filter((row) => (geometry?.length[row] ?? 0) > 0)
    .map((row) => ({
      id: names?.dtId(row) ?? "",
      label: names?.pcs(row) || names?.dtId(row) || "",
    }));
}
