// Explains one value in a popover: what it means, the formula with what went into it, its loss in money, and its edits.
import { useAtomValue } from "jotai";
import { Info } from "lucide-react";
import type { ReactNode } from "react";
import type { ComponentResult } from "../../domain/analysis/analysis-result.ts";
import type { ValueOrigin } from "../../domain/evaluation/value-origin.ts";
import { limitToShow } from "../../domain/evaluation/weakest-fault.ts";
import { validityKeys } from "../../domain/key-figure/inspection-validity.ts";
import type { KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { analysisIdAtom } from "../../state/plant/analysis/analysis.ts";
import { valueLossAtom } from "../../state/plant/analysis/value-loss.ts";
import { formatSeen } from "../../state/plant/column/detection-limit.ts";
import { placeWords } from "../../state/plant/column/place-words.ts";
import { valueOriginOf } from "../../state/plant/column/value-origin.ts";
import { formatDate, formatNumber, t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import {
  formatRange,
  formatValue,
  keyFigureDescription,
  keyFigureName,
  keyFigureSource,
} from "../../state/plant/column/value-words.ts";
import { IconButton } from "../../ui/button.tsx";
import { Popover } from "../../ui/overlay.tsx";
import css from "./explain.module.css";

type ExplainProps = { keyFigure: KeyFigure; value: number | null; result: ComponentResult };

export function Explain({ keyFigure, value, result }: ExplainProps) {
  const label = t("component:explain.title", { name: keyFigureName(keyFigure) });
  return (
    <Popover
      label={label}
      trigger={
        <IconButton size="sm" label={label}>
          <Info size={13} aria-hidden="true" />
        </IconButton>
      }
    >
      <Body keyFigure={keyFigure} value={value} result={result} />
    </Popover>
  );
}

function Body({ keyFigure, value, result }: ExplainProps) {
  const id = useAtomValue(analysisIdAtom) ?? 0;
  const origin = valueOf(useAtomValue(valueOriginOf(`${id}/${keyFigure.id}`)));
  const edits = result.changes.filter((one) => one.key_figure_id === keyFigure.id);
  const beside = result.values.find((one) => one.key_figure_id === keyFigure.uncertainty_by);
  const wide = beside?.value ?? statedBy(keyFigure, value);
  const loss = useAtomValue(valueLossAtom)(keyFigure, value, wide);
  const weakest = origin?.weakest_k ?? null;
  const last = edits[0];
  return (
    <div className={css.body}>
      <h3>
        {keyFigureName(keyFigure)}:{" "}
        {wide !== null && value !== null && limitToShow(keyFigure, value, weakest) === null
          ? formatRange(keyFigure, value, wide)
          : formatSeen(keyFigure, value, weakest)}
      </h3>
      <p>{keyFigureDescription(keyFigure)}</p>
      <dl>
        <Fact name={t("component:explain.formula")}>
          {origin?.formula ? <code>{origin.formula}</code> : keyFigureSource(keyFigure)}
        </Fact>
        {origin?.formula ? (
          <Fact name={t("component:explain.source")}>{keyFigureSource(keyFigure)}</Fact>
        ) : null}
        {origin && Object.keys(origin.settings).length > 0 ? (
          <Fact name={t("component:explain.settings")}>{pairs(origin.settings)}</Fact>
        ) : null}
        {origin && Object.keys(origin.conditions).length > 0 ? (
          <Fact name={t("component:explain.conditions")}>{pairs(origin.conditions)}</Fact>
        ) : null}
        {origin && origin.places.length > 0 ? (
          <Fact name={t("component:explain.place")}>
            {origin.places.slice(0, MOST_FILES).map((one) => (
              <span key={one.file} className={css.line}>
                {placeWords(one)}
              </span>
            ))}
          </Fact>
        ) : null}
        {origin && (origin.weakest_k !== null || origin.is_never_found) ? (
          <Fact name={t("component:explain.weakest")}>{weakestWords(origin)}</Fact>
        ) : null}
        {loss === null ? null : <Fact name={t("component:explain.loss")}>{loss}</Fact>}
        {origin ? (
          <Fact name={t("component:explain.inputs")}>
            {origin.is_evaluated
              ? origin.inputs
                  .slice(0, MOST_FILES)
                  .map(({ name }) => name)
                  .join(", ")
              : // What an imported result says of its inspection is its own statement.
                validityKeys.has(keyFigure.key)
                ? t("component:explain.stated")
                : t("component:explain.imported")}
          </Fact>
        ) : null}
        {result.images.length > 0 ? (
          <Fact name={t("component:explain.images")}>
            {result.images.map(({ file_name }) => file_name).join(", ")}
          </Fact>
        ) : null}
        {origin?.version ? (
          <Fact name={t("component:explain.version")}>
            {origin.age === "present"
              ? origin.version
              : t(`evaluation:age.${origin.age}_title`, { version: origin.version })}
          </Fact>
        ) : null}
        <Fact name={t("component:explain.edits")}>
          {last
            ? t("component:explain.edited", {
                n: formatNumber(edits.length),
                name: last.user_name,
                date: formatDate(last.created_at),
                old: formatValue(keyFigure, last.old_value),
                value: formatValue(keyFigure, last.new_value),
              })
            : t("component:explain.no_edits")}
        </Fact>
      </dl>
    </div>
  );
}

/** More stand in the log of the evaluation. */
const MOST_FILES = 5;

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

const pairs = (values: Readonly<Record<string, number>>) =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${formatNumber(value, 3)}`)
    .join(", ");

/** Without a wind the number belongs to the wind of the survey. */
function weakestWords({ weakest_k, weakest_wind, is_never_found }: ValueOrigin): string {
  if (is_never_found) return t("component:explain.weakest_none");
  const kelvin = formatNumber(weakest_k ?? NaN, 1);
  if (weakest_wind === null) return t("component:explain.weakest_value", { kelvin });
  const wind = formatNumber(weakest_wind, 1);
  return t("component:explain.weakest_in_wind", { kelvin, wind });
}

function statedBy({ uncertainty }: KeyFigure, value: number | null): number | null {
  if (!uncertainty || value === null) return null;
  return uncertainty.absolute + uncertainty.relative * Math.abs(value);
}
