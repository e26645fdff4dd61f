// All key figures of the component in this analysis, beside the median of its neighbours.
import { Fragment, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { isStated } from "../../domain/analysis/analysis.ts";
import type { ComponentResult } from "../../domain/analysis/analysis-result.ts";
import { keyFigureById, type KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { decimalsOf } from "../../domain/key-figure/value-range-text.ts";
import { disabledKeyFiguresAtom } from "../../state/settings/enabled-key-figure.ts";
import {
  chooseKeyFigure,
  keyFigureIdAtom,
  keyFiguresAtom,
} from "../../state/plant/column/key-figure.ts";
import { analysisAtom } from "../../state/plant/analysis/analysis.ts";
import { plantClockAtom } from "../../state/plant/plant.ts";
import { t } from "../../state/shell/locale.ts";
import {
  formatValue,
  keyFigureDescription,
  keyFigureName,
} from "../../state/plant/column/value-words.ts";
import { partHistoryAtom } from "../../state/plant/column/part-history.ts";
import { Skeleton } from "../../ui/feedback.tsx";
import { LoadFault } from "../load-fault.tsx";
import { Explain } from "./explain.tsx";
import { History } from "./history.tsx";
import { NumberCells, ValueCells } from "./value-cells.tsx";
import { PartHistoryChart } from "./part-history.tsx";
import { Pencil } from "./pencil.tsx";
import { ValueForm } from "./value-form.tsx";
import css from "./values.module.css";

type Measured = ComponentResult["values"][number];

export function Values({ result }: { result: ComponentResult }) {
  const offered = useAtomValue(keyFiguresAtom);
  const shownId = useAtomValue(keyFigureIdAtom);
  const analysis = useAtomValue(analysisAtom);
  const rows = result.values.flatMap((measured) => {
    const keyFigure = keyFigureById(measured.key_figure_id);
    const isOffered = offered.some(({ id }) => id === measured.key_figure_id);
    return keyFigure && isOffered ? [{ keyFigure, measured }] : [];
  });
  const hasParts = useAtomValue(partHistoryAtom).state !== "idle";
  if (rows.length === 0) {
    return (
      <section className={css.block}>
        {hasParts ? <FirstChart result={result} /> : null}
        <p className={css.note}>{t("component:no_values")}</p>
      </section>
    );
  }
  const first = rows.find(({ keyFigure }) => keyFigure.id === shownId);
  const stated = rows.flatMap(({ keyFigure }) =>
    isStated(analysis, keyFigure.id) ? [keyFigureName(keyFigure)] : [],
  );
  const decimals = Math.max(...rows.map(({ keyFigure }) => decimalsOf(keyFigure)));
  return (
    <section className={css.block} aria-label={t("component:values")}>
      <FirstChart result={result} keyFigure={(first ?? rows[0])!.keyFigure} />
      <table className={css.values}>
        <thead>
          <tr>
            <th scope="col">{t("component:key_figure")}</th>
            <th scope="col" colSpan={3}>
              {t("component:value")}
            </th>
            <th scope="col" colSpan={2}>
              {t("component:neighbours")}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ keyFigure, measured }) => (
            <ValueRow
              key={keyFigure.id}
              keyFigure={keyFigure}
              measured={measured}
              result={result}
              decimals={decimals}
            />
          ))}
        </tbody>
      </table>
      {stated.length === 0 ? null : (
        <p className={css.note}>
          {stated.length === rows.length
            ? t("headline:evaluation.stated_short")
            : t("headline:evaluation.stated_of", { names: stated.join(", ") })}
        </p>
      )}
    </section>
  );
}

/** The history of what was pressed on the map: where its parts are drawn there, theirs. */
function FirstChart({ result, keyFigure }: { result: ComponentResult; keyFigure?: KeyFigure }) {
  const parts = useAtomValue(partHistoryAtom);
  if (parts.state === "idle") {
    return keyFigure ? <History result={result} keyFigure={keyFigure} /> : null;
  }
  if (parts.state === "failed") return <LoadFault fault={parts.fault} isSmall />;
  if (parts.state === "loading") return <Skeleton label={t("shell:loading")} lines={4} />;
  return <PartHistoryChart history={parts.value} />;
}

type CarriedProps = { keyFigure: KeyFigure; carried: ComponentResult["carried"][number] };

/** A value of an older analysis: it has no severity, and says where it comes from. */
function CarriedCells({ keyFigure, carried }: CarriedProps) {
  const { source_name: name, source_flown_at } = carried;
  const clock = useAtomValue(plantClockAtom);
  return (
    <td colSpan={3} className={css.carried}>
      <i>{formatValue(keyFigure, carried.value)}</i>
      <small>{t("component:carried", { name, date: clock.day(source_flown_at) })}</small>
    </td>
  );
}

type ValueRowProps = {
  keyFigure: KeyFigure;
  measured: Measured;
  result: ComponentResult;
  /** Of the row with the most, for the numbers to stand below each other. */
  decimals: number;
};

function ValueRow({ keyFigure, measured, result, decimals }: ValueRowProps) {
  const shownId = useAtomValue(keyFigureIdAtom);
  const showOnMap = useSetAtom(chooseKeyFigure);
  const isOff = useAtomValue(disabledKeyFiguresAtom).has(keyFigure.id);
  const [isEditing, setEditing] = useState(false);
  const { value, neighbours_median } = measured;
  const carried = result.carried.find((one) => one.key_figure_id === keyFigure.id);
  // Classes have no middle value: for an even count the lower class is the median.
  const median =
    keyFigure.kind === "u8" && neighbours_median !== null
      ? Math.floor(neighbours_median)
      : neighbours_median;
  return (
    <Fragment>
      <tr data-shown={shownId === keyFigure.id}>
        <th scope="row">
          <button
            type="button"
            title={keyFigureDescription(keyFigure)}
            aria-pressed={shownId === keyFigure.id}
            onClick={() => showOnMap(keyFigure.id)}
          >
            {keyFigureName(keyFigure)}
          </button>
          {isOff ? <small className={css.soft}>{t("plant-settings:figure.off")}</small> : null}
        </th>
        {carried ? (
          <CarriedCells keyFigure={keyFigure} carried={carried} />
        ) : (
          <ValueCells keyFigure={keyFigure} value={value} decimals={decimals} />
        )}
        <NumberCells keyFigure={keyFigure} value={median} decimals={decimals} isSoft />
        <td className={css.pencil}>
          <Explain keyFigure={keyFigure} value={value} result={result} />
          <Pencil keyFigure={keyFigure} isOn={isEditing} onPress={() => setEditing(!isEditing)} />
        </td>
      </tr>
      {isEditing ? (
        <tr>
          <td colSpan={6}>
            <ValueForm
              keyFigure={keyFigure}
              value={value}
              dt_id={result.dt_id}
              onDone={() => setEditing(false)}
            />
          </td>
        </tr>
      ) : null}
    </Fragment>
  );
}
