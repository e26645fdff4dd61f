// What the tooltip of the map says about the component under the pointer.
import { atom } from "jotai";
import { changeOfPassing } from "../../../domain/column/change-aggregate.ts";
import { MISSING_U8, valueAt, type ColumnValues } from "../../../domain/column/column.ts";
import { differenceClasses, type DifferenceClass } from "../../../domain/column/difference.ts";
import { partClasses, partsOf, type PartsSummary } from "../../../domain/column/parts.ts";
import { ancestorTypesOf } from "../../../domain/component/component.ts";
import { containerRows } from "../../../domain/component/container.ts";
import type { KeyFigure, Severity } from "../../../domain/key-figure/key-figure.ts";
import { valueOf } from "../../shell/loaded.ts";
import { formatNumber, t } from "../../shell/locale.ts";
import { surveyDay } from "../../shell/site-clock.ts";
import { columnValues, columnVersionAtom } from "../column/column.ts";
import {
  compareAtom,
  compareColumnAtom,
  comparedPairAtom,
  isOtherOlderAtom,
} from "../compare/compare.ts";
import { comparedLinesAtom, drawnChangesAtom } from "../compare/compared-value.ts";
import { aggregateAtom } from "../../map/detail.ts";
import { componentName } from "./component-words.ts";
import { columnAtom, keyFigureAtom, limitsAtom } from "../column/key-figure.ts";
import { seenWordsAtom } from "../column/detection-limit.ts";
import { geometryOf, geometryVersionAtom } from "../plant.ts";
import { rowFlagsOf, rowFlagVersionAtom } from "../column/row-flag.ts";
import { hoveredAtom, type HoveredRow } from "./selection.ts";
import {
  differenceColoursAtom,
  differenceSymbols,
  mapColourAtom,
  severityAtom,
  type severitySymbol,
  valueMarkAtom,
} from "../column/value-colour.ts";
import { className, componentTypeInText, severityName } from "../column/value-words.ts";

export type HoverWords = {
  readonly name: string;
  /** The value as the map colours it; null where there is none. */
  readonly mark: { readonly colour: string; readonly symbol: ValueSymbol } | null;
  readonly lines: readonly string[];
};
type ValueSymbol =
  | ReturnType<typeof severitySymbol>
  | (typeof differenceSymbols)[keyof typeof differenceSymbols];

const levels = { get: geometryOf };

/** Counts of the classes of changes, without what was not measured. */
const compared = (counts: Uint32Array) => counts.subarray(0, differenceClasses.length);

/** Null while the pointer is on no component. */
export const hoverWordsAtom = atom((get): HoverWords | null => {
  const hovered = get(hoveredAtom);
  if (!hovered) return null;
  // The arrays live outside the atoms; the versions say when they change.
  get(geometryVersionAtom);
  get(columnVersionAtom);
  const name = componentName(hovered);
  const keyFigure = get(keyFigureAtom);
  const side = hovered.side ?? "this";
  const hash = valueOf(get(side === "other" ? compareColumnAtom : columnAtom))?.hash;
  const values = hash === undefined ? undefined : columnValues(hash);
  const shown = keyFigure && values && get(shownValueAtom)(hovered, keyFigure, values);
  if (shown) return { name, ...shown };
  const day = get(sideDayAtom)(side);
  return { name, mark: null, lines: day && keyFigure ? [day, t("map:tip.none")] : [] };
});

/** The day of the analysis on a side of the map; null where one analysis is drawn, or the changes between two. */
const sideDayAtom = atom((get) => {
  const pair = get(comparedPairAtom);
  const mode = get(compareAtom)?.mode;
  const isOtherOlder = get(isOtherOlderAtom);
  return (side: "this" | "other"): string | null => {
    if (!pair || mode === "difference") return null;
    return surveyDay(pair[(side === "other") === isOtherOlder ? 0 : 1]);
  };
});

type ShownValue = Omit<HoverWords, "name">;

const shownValueAtom = atom((get) => {
  const mapColour = get(mapColourAtom);
  const valueMark = get(valueMarkAtom);
  const severityOf = get(severityAtom);
  const limits = get(limitsAtom);
  const words = get(seenWordsAtom);
  const comparedLines = get(comparedLinesAtom);
  const changes = get(drawnChangesAtom);
  const changeColours = get(differenceColoursAtom);
  const aggregate = get(aggregateAtom);
  get(rowFlagVersionAtom);
  const dayOf = get(sideDayAtom);
  const dated = ({ side }: HoveredRow, lines: readonly string[]): readonly string[] => {
    const day = dayOf(side ?? "this");
    return day === null ? lines : [day, ...lines];
  };
  const changeMark = (change: DifferenceClass | null | undefined): HoverWords["mark"] =>
    change ? { colour: changeColours[change], symbol: differenceSymbols[change] } : null;
  const markOf = (keyFigure: KeyFigure, value: number): HoverWords["mark"] =>
    value === value
      ? { colour: mapColour(keyFigure, value), symbol: valueMark(keyFigure, value).symbol }
      : null;
  return (at: HoveredRow, keyFigure: KeyFigure, values: ColumnValues): ShownValue | null => {
    const type = keyFigure.component_type;
    if (at.component_type === type) {
      const value = valueAt(values, at.row);
      const lines = comparedLines?.(at.row) ?? valueLines(keyFigure, value, { severityOf, words });
      const change = changes && differenceClasses[changes[at.row] ?? MISSING_U8];
      return { mark: changes ? changeMark(change) : markOf(keyFigure, value), lines };
    }
    if (!ancestorTypesOf(type).includes(at.component_type)) return null;
    const containers = containerRows(levels, type, at.component_type);
    const mask = rowFlagsOf(type);
    if (changes) {
      const counts = partClasses(changes, containers, at.row, mask);
      const of = compared(partClasses(changes, containers, at.row)).reduce((a, b) => a + b, 0);
      const change = differenceClasses[changeOfPassing(compared(counts), aggregate, of)];
      const names = differenceClasses.map((one) => t(`compare:class.${one}`));
      const lines = classLines(type, counts, (one) => names[one] ?? "");
      return { mark: changeMark(change), lines };
    }
    if (values instanceof Uint8Array && keyFigure.direction === "neutral") {
      const counts = partClasses(values, containers, at.row, mask);
      const lines = classLines(type, counts, (one) => className(keyFigure, one));
      return { mark: null, lines: dated(at, lines) };
    }
    const parts = partsOf(values, containers, at.row, { keyFigure, limits, mask });
    const isJudged = severityOf(keyFigure, parts.worst) !== null;
    return {
      mark: markOf(keyFigure, parts.worst),
      lines: dated(
        at,
        partsLines(keyFigure, parts, isJudged ? words(keyFigure, parts.worst) : null),
      ),
    };
  };
});

/** "214 °C", "Act now". */
function valueLines(
  keyFigure: KeyFigure,
  value: number,
  say: {
    readonly severityOf: (keyFigure: KeyFigure, value: number) => Severity | null;
    readonly words: (keyFigure: KeyFigure, value: number) => string;
  },
): string[] {
  if (value !== value) return [t("map:tip.none")];
  const severity = say.severityOf(keyFigure, value);
  const words = say.words(keyFigure, value);
  return severity === null ? [words] : [words, severityName(severity)];
}

/** The most frequent classes that are named. */
const MOST_CLASSES = 3;

/** "Same: 52 of 60 modules", "Worse: 6 of 60 modules", "2 not measured". */
function classLines(
  type: KeyFigure["component_type"],
  counts: Uint32Array,
  nameOf: (one: number) => string,
): string[] {
  const missing = counts[MISSING_U8] ?? 0;
  const all = counts.reduce((sum, count) => sum + count, 0);
  const parts = `${formatNumber(all)} ${componentTypeInText(type, all !== 1)}`;
  if (missing === all) return [parts, t("map:tip.none")];
  const lines = Array.from(counts.subarray(0, MISSING_U8), (count, one) => ({ count, one }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MOST_CLASSES)
    .map(({ count, one }) =>
      t("map:tip.parts", { severity: nameOf(one), number: formatNumber(count), parts }),
    );
  const rest = missing > 0 ? [t("map:tip.missing", { number: formatNumber(missing) })] : [];
  return [...lines, ...rest];
}

/** "3 of 36 absorber tubes: act now", "worst: 214 °C", "2 not measured". */
function partsLines(keyFigure: KeyFigure, parts: PartsSummary, worst: string | null): string[] {
  const { severities, missing } = parts;
  const measured = severities.reduce((sum, count) => sum + count, 0);
  const all = measured + missing;
  const type = componentTypeInText(keyFigure.component_type, all !== 1);
  const partWords = `${formatNumber(all)} ${type}`;
  if (measured === 0) return [partWords, t("map:tip.none")];
  const lines = [];
  if (worst !== null) {
    const severity = severities.findLastIndex((count) => count > 0) as Severity;
    const number = formatNumber(severities[severity]);
    lines.push(
      t("map:tip.parts", { number, parts: partWords, severity: severityName(severity) }),
      t("map:tip.worst", { value: worst }),
    );
  } else lines.push(partWords);
  if (missing > 0) lines.push(t("map:tip.missing", { number: formatNumber(missing) }));
  return lines;
}
