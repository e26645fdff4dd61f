// Filters by a range of values, by severities, or by whether there is a value.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import type { KeyFigure, Severity } from "../../domain/key-figure/key-figure.ts";
import { addFilter, filtersAtom } from "../../state/plant/filter/filter.ts";
import { limitsOfAtom } from "../../state/plant/column/key-figure.ts";
import { t } from "../../state/shell/locale.ts";
import { severityColoursAtom, severitySymbol } from "../../state/plant/column/value-colour.ts";
import { severityName, severityRange } from "../../state/plant/column/value-words.ts";
import { Button } from "../../ui/button.tsx";
import { NumberField } from "../number-field/number-field.tsx";
import { SeverityMark } from "../../ui/chart/severity-mark.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { PresentButtons } from "./present-buttons.tsx";
import css from "./filters.module.css";

export function RangeForm({ keyFigure }: { keyFigure: KeyFigure }) {
  const known = useAtomValue(filtersAtom).find(
    (one) => one.kind === "range" && one.key_figure_id === keyFigure.id,
  );
  const [min, setMin] = useState(known?.kind === "range" ? (known.min ?? NaN) : NaN);
  const [max, setMax] = useState(known?.kind === "range" ? (known.max ?? NaN) : NaN);
  const add = useSetAtom(addFilter);
  const isEmpty = min !== min && max !== max;
  const isReversed = min > max;
  return (
    <>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isEmpty || isReversed) return;
          add({
            kind: "range",
            key_figure_id: keyFigure.id,
            min: min === min ? min : null,
            max: max === max ? max : null,
          });
        }}
      >
        <div className={css.pair}>
          <NumberField
            label={t("filter:from")}
            value={min}
            onChange={setMin}
            step={keyFigure.step}
            unit={keyFigure.unit}
          />
          <NumberField
            label={t("filter:to")}
            value={max}
            onChange={setMax}
            step={keyFigure.step}
            unit={keyFigure.unit}
            error={isReversed ? t("filter:turned") : null}
          />
        </div>
        <Button type="submit" kind="primary" isDisabled={isEmpty || isReversed}>
          {t("filter:apply")}
        </Button>
      </form>
      <Severities keyFigure={keyFigure} />
      <PresentButtons keyFigure={keyFigure} />
    </>
  );
}

function Severities({ keyFigure }: { keyFigure: KeyFigure }) {
  const limits = useAtomValue(limitsOfAtom)(keyFigure);
  const colours = useAtomValue(severityColoursAtom);
  const known = useAtomValue(filtersAtom).find(
    (one) => one.kind === "classes" && one.key_figure_id === keyFigure.id,
  );
  const add = useSetAtom(addFilter);
  if (limits.length === 0) return null;
  const chosen = known?.kind === "classes" ? known.values : [];
  const all = Array.from({ length: limits.length + 1 }, (_, severity) => severity as Severity);
  return (
    <fieldset className={css.options}>
      <legend>{t("filter:or_severity")}</legend>
      {all.map((severity) => (
        <Checkbox
          key={severity}
          isSelected={chosen.includes(severity)}
          onChange={(is) =>
            add({
              kind: "classes",
              key_figure_id: keyFigure.id,
              values: all.filter((one) => (one === severity ? is : chosen.includes(one))),
              by: "severity",
            })
          }
        >
          <SeverityMark symbol={severitySymbol(severity)} colour={colours[severity]} />
          <span>{severityName(severity)}</span>
          <small>{severityRange(keyFigure, limits, severity)}</small>
        </Checkbox>
      ))}
    </fieldset>
  );
}
