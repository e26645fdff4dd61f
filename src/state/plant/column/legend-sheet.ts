// What the legend says, as plain rows and lines: for the printed map.
import { atom } from "jotai";
import { isStated, type Analysis } from "../../../domain/analysis/analysis.ts";
import { shareRamp } from "../../../domain/colour/value-ramp.ts";
import type { KeyFigure, Severity } from "../../../domain/key-figure/key-figure.ts";
import { areDotsShownAtom, drawnBarsAtom } from "../../map/drawn-bars.ts";
import { spaceAtom } from "../../map/space.ts";
import { valueOf } from "../../shell/loaded.ts";
import { formatDate, formatNumber, formatShare, t } from "../../shell/locale.ts";
import { surveyDay } from "../../shell/site-clock.ts";
import { analysesAtom, analysisAtom } from "../analysis/analysis.ts";
import { barWords, dotsWords, fewDotsWords } from "./bar-words.ts";
import { changeRowsAtom } from "../compare/change-row.ts";
import {
  compareAtom,
  compareColumnAtom,
  comparedPairAtom,
  differenceAtom,
} from "../compare/compare.ts";
import { filterNamesAtom } from "../filter/filtered-words.ts";
import { keyFigureAtom, limitsAtom } from "./key-figure.ts";
import {
  histogramAtom,
  legendClassesAtom,
  legendModeAtom,
  rampDomainAtom,
  shownClassesAtom,
} from "./legend.ts";
import { valueRampAtom } from "../component/palette.ts";
import { plantAtom } from "../plant.ts";
import {
  layerNotesAtom,
  layerRampsAtom,
  layerRowsAtom,
  RAMP_STOPS,
  rampColours,
  type SheetRamp,
} from "./layer-sheet.ts";
import {
  classColourAtom,
  mapColourAtom,
  severityColoursAtom,
  severitySymbol,
} from "./value-colour.ts";
import {
  className,
  componentTypeInText,
  componentTypeName,
  formatValue,
  keyFigureName,
  keyFigureTitle,
  severityName,
  severityRange,
} from "./value-words.ts";
import { serverTime } from "../../shell/server-time.ts";

/** "Analysis 4 · 29 Oct 2026 · Glass tube temperature". */
export const sheetTitlesAtom = atom((get) => {
  const analysis = get(analysisAtom);
  const keyFigure = get(keyFigureAtom);
  const compared = valueOf(get(analysesAtom))?.find(
    ({ id }) => id === get(compareAtom)?.analysis_id,
  );
  const parts = [
    analysis && `${analysis.name}, ${surveyDay(analysis)}`,
    compared && t("print:compared", { name: compared.name, date: surveyDay(compared) }),
    keyFigure && keyFigureTitle(keyFigure),
  ];
  return {
    title: valueOf(get(plantAtom))?.name ?? "",
    subtitle: parts.filter((part) => part !== undefined).join(" · "),
  };
});

const classRowsAtom = atom((get) => {
  const keyFigure = get(keyFigureAtom);
  const counted = valueOf(get(histogramAtom))?.in_view;
  if (!keyFigure) return [];
  const {
    histogram,
    severities,
    count: all,
  } = counted ?? { histogram: [], severities: [], count: 0 };
  const counts = keyFigure.kind === "u8" ? histogram : severities;
  const limits = get(limitsAtom);
  const isMeasured = keyFigure.kind === "f32";
  const shown = get(shownClassesAtom);
  return get(legendClassesAtom).map((value) => {
    const isHidden = shown !== null && !shown.includes(value);
    const severity = severityOfClass(keyFigure, value);
    const range = isMeasured ? ` (${severityRange(keyFigure, limits, value)})` : "";
    const name = isMeasured ? severityName(severity) : className(keyFigure, value);
    const count = counts[value] ?? 0;
    return {
      symbol: keyFigure.direction === "neutral" ? ("square" as const) : severitySymbol(severity),
      colour: isMeasured
        ? get(severityColoursAtom)[severity]
        : get(classColourAtom)(keyFigure, value),
      name: `${name}${range}`,
      value: isHidden
        ? t("print:hidden")
        : all > 0
          ? `${formatNumber(count)} · ${formatShare(count / all)}`
          : "",
      isHidden,
    };
  });
});

function severityOfClass(keyFigure: KeyFigure, value: number): Severity {
  if (keyFigure.kind === "f32") return value as Severity;
  return keyFigure.classes.find((one) => one.value === value)?.severity ?? 0;
}

const rampAtom = atom((get): SheetRamp | null => {
  const keyFigure = get(keyFigureAtom);
  if (!keyFigure || get(legendModeAtom) !== "ramp") return null;
  const [low, high] = get(rampDomainAtom);
  const colour = get(mapColourAtom);
  const colours = Array.from({ length: RAMP_STOPS }, (_, at) =>
    colour(keyFigure, low + ((high - low) * at) / (RAMP_STOPS - 1)),
  );
  const ends = [formatValue(keyFigure, low), formatValue(keyFigure, high)] as const;
  return { title: null, colours, ends };
});

/** The colours of the share of poor parts, which are not those of the key figure. */
const shareRampAtom = atom((get): SheetRamp => {
  const colours = rampColours(get(valueRampAtom)(shareRamp));
  return { title: null, colours, ends: [formatShare(0), formatShare(1)] };
});

/** Which analysis lies on which side of the map, or which of two is on the sheet. */
const sidesAtom = atom((get): readonly string[] => {
  const compared = get(compareAtom);
  const pair = get(comparedPairAtom);
  const current = get(analysisAtom);
  if (!compared || !pair || !current || compared.mode === "difference") return [];
  const named = (analysis: Analysis) => `${analysis.name}, ${surveyDay(analysis)}`;
  // Two analyses are swiped on the map alone, and the other map of a pair is not on the sheet.
  if (compared.mode === "side" || get(spaceAtom) === "3d") {
    return [t("print:one_side", { analysis: named(current) })];
  }
  return [t("print:sides", { left: named(pair[0]), right: named(pair[1]) })];
});

/** What a reader who has the sheet alone must know: results that are not released, values stated by an import. */
const reservationsAtom = atom((get): readonly string[] => {
  const keyFigure = get(keyFigureAtom);
  const other = get(compareAtom)?.analysis_id;
  const shown = [get(analysisAtom), valueOf(get(analysesAtom))?.find(({ id }) => id === other)];
  const all = shown.filter((one) => one !== undefined && one !== null);
  const named = (of: typeof all) => of.map(({ name }) => name).join(", ");
  const unreleased = all.filter(({ visibility }) => visibility !== "released");
  const stated = all.filter((one) => keyFigure && isStated(one, keyFigure.id));
  return [
    ...(unreleased.length > 0 ? [t("print:not_released", { names: named(unreleased) })] : []),
    ...(stated.length > 0 ? [t("headline:evaluation.stated_of", { names: named(stated) })] : []),
  ];
});

/** The legend as it is on the screen: classes, ramp or changes, and what is filtered. */
export const legendSheetAtom = atom((get) => {
  const keyFigure = get(keyFigureAtom);
  const compared = get(compareAtom);
  const isDifference = compared?.mode === "difference";
  const difference = valueOf(get(differenceAtom));
  const counted = valueOf(get(histogramAtom))?.in_view;
  const bars = get(drawnBarsAtom);
  const filters = get(filterNamesAtom);
  const missing = counted?.missing ?? 0;
  // Single urgent parts in bars of lower severity.
  const areDotsShown = get(areDotsShownAtom);
  const dotted = bars && bars.dots > 0 ? bars : null;
  const dot = dotted && {
    symbol: "circle" as const,
    colour: get(severityColoursAtom)[3],
    name: t("print:dot", { severity: severityName(3) }),
    value: areDotsShown
      ? `${formatNumber(dotted.dots)} ${componentTypeInText(dotted.part_type, dotted.dots !== 1)}`
      : t("print:hidden"),
    isHidden: !areDotsShown,
  };
  const changes = (difference ? get(changeRowsAtom)(difference.counts) : []).map((row) => ({
    ...row,
    value: row.isShown ? `${row.count} · ${row.share}` : t("print:hidden"),
    isHidden: !row.isShown,
  }));
  const classes = get(legendModeAtom) === "classes" ? get(classRowsAtom) : [];
  // The colours on the sheet are those that the map paints.
  const isShare = bars?.aggregate === "share";
  const own = isDifference ? changes : classes;
  const ramp = isDifference ? null : get(rampAtom);
  const isLacking = compared !== null && get(compareColumnAtom).state === "idle";
  return {
    legendTitle: keyFigure
      ? `${keyFigureTitle(keyFigure)}, ${componentTypeName(keyFigure.component_type, true)}`
      : "",
    rows: [...(isShare ? [] : own), ...(dot ? [dot] : []), ...get(layerRowsAtom)],
    ramps: [...(isShare ? [get(shareRampAtom)] : ramp ? [ramp] : []), ...get(layerRampsAtom)],
    notes: [
      ...get(sidesAtom),
      ...get(reservationsAtom),
      ...(isDifference ? [] : [t("print:in_view")]),
      ...(isLacking && keyFigure ? [t("compare:lacking", { name: keyFigureName(keyFigure) })] : []),
      ...(missing > 0 ? [t("legend:without_value", { missing: formatNumber(missing) })] : []),
      ...(bars ? [barWords(bars)] : []),
      ...(dotted ? [dotsWords(dotted, areDotsShown)] : []),
      ...(bars && bars.fewDots > 0 ? [fewDotsWords(bars, areDotsShown)] : []),
      ...get(layerNotesAtom),
      ...(filters === "" ? [] : [t("print:filters", { filters })]),
      t("print:made", { date: formatDate(serverTime()) }),
    ],
  };
});
