// All key figures of the component in this analysis, beside the median of its neighbours.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Pencil } from "lucide-react";
import type { ComponentResult } from "../../domain/analysis/analysis-result.ts";
import { keyFigureById, type KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { analysisAtom, analysisIdAtom } from "../../state/plant/analysis.ts";
import { disabledKeyFiguresAtom } from "../../state/settings/enabled-key-figure.ts";
import { chooseKeyFigure, keyFigureIdAtom, keyFiguresAtom } from "../../state/plant/key-figure.ts";
import { t } from "../../state/shell/locale.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import {
  classColourAtom,
  severityAtom,
  severityColoursAtom,
  severitySymbol,
} from "../../state/plant/value-colour.ts";
import {
  formatValue,
  keyFigureDescription,
  keyFigureName,
  severityName,
} from "../../state/plant/value-words.ts";
import { IconButton } from "../../ui/button.tsx";
import { SeverityMark } from "../../ui/chart/severity-mark.tsx";
import { History } from "./history.tsx";
import { ValueForm } from "./value-form.tsx";
import css from "./component.module.css";

type Measured = ComponentResult["values"][number];

export function Values({ result }: { result: ComponentResult }) {
  const offered = useAtomValue(keyFiguresAtom);
  const shownId = useAtomValue(keyFigureIdAtom);
  const rows = result.values.flatMap((measured) => {
    const keyFigure = keyFigureById(measured.key_figure_id);
    const isOffered = offered.some(({ id }) => id === measured.key_figure_id);
    return keyFigure && isOffered ? [{ keyFigure, measured }] : [];
  });
  if (rows.length === 0) {
    return (
      <section className={css.block}>
        <p className={css.note}>{t("component:no_values")}</p>
      </section>
    );
  }
  const first = rows.find(({ keyFigure }) => keyFigure.id === shownId);
  return (
    <section className={css.block} aria-label={t("component:values")}>
      <table className={css.values}>
        <thead>
          <tr>
            <th scope="col">{t("component:key_figure")}</th>
            <th scope="col">{t("component:value")}</th>
            <th scope="col">{t("component:neighbours")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ keyFigure, measured }) => (
            <ValueRow
              key={keyFigure.id}
              keyFigure={keyFigure}
              measured={measured}
              result={result}
            />
          ))}
        </tbody>
      </table>
      <History result={result} keyFigure={(first ?? rows[0])!.keyFigure} />
    </section>
  );
}

type ValueRowProps = { keyFigure: KeyFigure; measured: Measured; result: ComponentResult };

function ValueRow({ keyFigure, measured, result }: ValueRowProps) {
  const severityOf = useAtomValue(severityAtom);
  const colours = useAtomValue(severityColoursAtom);
  const classColour = useAtomValue(classColourAtom);
  const shownId = useAtomValue(keyFigureIdAtom);
  const analysis_id = useAtomValue(analysisIdAtom);
  const analysis = useAtomValue(analysisAtom);
  const ask = useAtomValue(askAtom);
  const refusal = ask("analysisResult.modifyValue", analysis ?? { visibility: "not_released" });
  const showOnMap = useSetAtom(chooseKeyFigure);
  const isOff = useAtomValue(disabledKeyFiguresAtom).has(keyFigure.id);
  const [isEditing, setEditing] = useState(false);
  const { value, neighbours_median } = measured;
  // Classes have no middle value: for an even count the lower class is the median.
  const medianShown =
    keyFigure.kind === "u8" && neighbours_median !== null
      ? Math.floor(neighbours_median)
      : neighbours_median;
  const severity = severityOf(keyFigure, value);
  const colour =
    keyFigure.kind === "u8" && value !== null
      ? classColour(keyFigure, value)
      : colours[severity ?? 0];
  return (
    <>
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
        <td>
          <span className={css.value}>
            {severity === null ? null : (
              <SeverityMark
                symbol={severitySymbol(severity)}
                colour={colour}
                label={severityName(severity)}
              />
            )}
            {formatValue(keyFigure, value)}
            {refusal?.isHidden ? null : (
              <IconButton
                size="sm"
                reason={reasonOf(refusal)}
                label={t("component:change", { name: keyFigureName(keyFigure) })}
                isOn={isEditing}
                onPress={() => setEditing(!isEditing)}
              >
                <Pencil size={12} aria-hidden="true" />
              </IconButton>
            )}
          </span>
        </td>
        <td className={css.soft}>{formatValue(keyFigure, medianShown)}</td>
      </tr>
      {isEditing && analysis_id !== null ? (
        <tr>
          <td colSpan={3}>
            <ValueForm
              keyFigure={keyFigure}
              value={value}
              change={{ analysis_id, key_figure_id: keyFigure.id, dt_id: result.dt_id }}
              onDone={() => setEditing(false)}
            />
          </td>
        </tr>
      ) : null}
    </>
  );
}
