// Filters by the classes of a classified key figure.
import { useAtomValue, useSetAtom } from "jotai";
import type { KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { addFilter, filtersAtom, removeFilters } from "../../state/plant/filter/filter.ts";
import { t } from "../../state/shell/locale.ts";
import { classColourAtom } from "../../state/plant/column/value-colour.ts";
import { className } from "../../state/plant/column/value-words.ts";
import { SeverityMark } from "../../ui/chart/severity-mark.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { PresentButtons } from "./present-buttons.tsx";
import css from "./filters.module.css";

export function ClassesForm({ keyFigure }: { keyFigure: KeyFigure }) {
  const colour = useAtomValue(classColourAtom);
  const known = useAtomValue(filtersAtom).find(
    (one) => one.kind === "classes" && one.key_figure_id === keyFigure.id && one.by === "class",
  );
  const add = useSetAtom(addFilter);
  const remove = useSetAtom(removeFilters);
  const chosen = known?.kind === "classes" ? known.values : [];
  const choose = (value: number, is: boolean) => {
    const values = keyFigure.classes
      .map((one) => one.value)
      .filter((one) => (one === value ? is : chosen.includes(one)));
    if (values.length === 0) remove((one) => one === known);
    else add({ kind: "classes", key_figure_id: keyFigure.id, values, by: "class" });
  };
  return (
    <>
      <fieldset className={css.options}>
        <legend>{t("filter:classes")}</legend>
        {keyFigure.classes.map(({ value }) => (
          <Checkbox
            key={value}
            isSelected={chosen.includes(value)}
            onChange={(is) => choose(value, is)}
          >
            <SeverityMark symbol="square" colour={colour(keyFigure, value)} />
            <span>{className(keyFigure, value)}</span>
          </Checkbox>
        ))}
      </fieldset>
      <PresentButtons keyFigure={keyFigure} />
    </>
  );
}
