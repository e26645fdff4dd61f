// The value that the map shows for a component, in words: what it is, what it comes from, and why it has its colour.
import { atom } from "jotai";
import { keyFigureById } from "../../../domain/key-figure/key-figure.ts";
import { formatNumber, formatShare, t } from "../../shell/locale.ts";
import { nameUnder } from "../component/component-words.ts";
import { seenWordsAtom } from "./detection-limit.ts";
import { limitsOfAtom } from "./key-figure.ts";
import {
  faultsOfAtom,
  measuredOfAtom,
  namedOfAtom,
  partValueAtom,
  type Fault,
  type Measured,
} from "./measured-value.ts";
import type { ShownValue } from "./shown-value.ts";
import {
  className,
  componentTypeInText,
  formatValue,
  keyFigureName,
  severityName,
  severityRange,
} from "./value-words.ts";

/**
 * A function that answers what is broken, "Hotspot", where the survey names it; else "Glass tube temperature: Severe heat
 * loss", or the value alone.
 */
export const shownTitleWordsAtom = atom((get) => {
  const seenWords = get(seenWordsAtom);
  const namedOf = get(namedOfAtom);
  return (shown: ShownValue, short = false): string => {
    const named = faultOf(shown, namedOf);
    return named
      ? className(named.keyFigure, named.value)
      : shownTitleWords(shown, short, seenWords);
  };
});

/** A function that answers the value of which the title says what is broken: "Class of abnormality: Safety-relevant"; else "". */
export const judgedWordsAtom = atom((get) => {
  const seenWords = get(seenWordsAtom);
  const namedOf = get(namedOfAtom);
  return (shown: ShownValue): string =>
    faultOf(shown, namedOf) ? shownTitleWords(shown, false, seenWords) : "";
});

/** Of a component that is measured itself: its parts may have many faults. */
function faultOf(
  { aggregate, value, at }: ShownValue,
  namedOf: (row: number) => Fault | null,
): Fault | null {
  return aggregate === null && value === value ? namedOf(at.row) : null;
}

function shownTitleWords(
  { keyFigure, value, aggregate, parts, hidden }: ShownValue,
  short: boolean,
  seenWords: typeof formatValue,
): string {
  const isMissing = value !== value;
  const isFew = isMissing && parts.length > 0;
  const words = isFew
    ? t("component:few_pass", {
        n: formatNumber(parts.length),
        of: formatNumber(parts.length + hidden),
      })
    : isMissing
      ? t("component:not_measured")
      : aggregate === "share"
        ? t("component:share_poor", { share: formatShare(value) })
        : // A mean of values in which nothing was found is a mean all the same.
          (aggregate === null ? seenWords : formatValue)(keyFigure, value);
  return short
    ? words
    : t("component:shown_title", { name: keyFigureName(keyFigure), value: words });
}

/** "Worst value of 3 absorber tubes"; "" for a component that is measured itself. */
function sourceWords(shown: ShownValue, worst: number): string {
  const { aggregate, parts, keyFigure, value } = shown;
  if (aggregate === null || parts.length === 0) return "";
  const type = componentTypeInText(keyFigure.component_type, parts.length !== 1);
  // The relevant findings are often the worst one, and classes have no mean: the map takes the worst.
  const isWorst = aggregate !== "share" && aggregate !== "mean" && value === worst;
  const of = isWorst || (aggregate === "mean" && keyFigure.kind === "u8") ? "worst" : aggregate;
  return t(`component:shown_of.${of}`, { n: formatNumber(parts.length), type });
}

/** A function that says what a value comes from. */
export const sourceWordsAtom = atom((get) => {
  const partValue = get(partValueAtom);
  return (shown: ShownValue): string => {
    const [worst] = shown.parts;
    return sourceWords(shown, worst === undefined ? NaN : partValue(worst).value);
  };
});

const limitWords = ({ keyFigure, severity, limits }: Measured) =>
  severity === null
    ? ""
    : t("component:limit", {
        severity: severityName(severity),
        // The sign and its number stay on one line.
        range: severityRange(keyFigure, limits, severity).replaceAll(" ", "\u00A0"),
      });

const sized = ({ keyFigure, value }: Measured) =>
  t("component:sized", { name: keyFigureName(keyFigure), value: formatValue(keyFigure, value) });

/** "Bypass diode: One substring", of a fault from which a class follows. */
function faultWords({ keyFigure, value }: Fault): string {
  const [name, said] = [keyFigureName(keyFigure), formatValue(keyFigure, value)];
  return name === said ? name : t("component:shown_title", { name, value: said });
}

/** "Missing glass tube: Glass missing", of a class that another key figure implies. */
function impliedWords({ keyFigure: { implied }, value }: ShownValue): string {
  const by = implied?.class === value ? keyFigureById(implied.by) : undefined;
  if (!by || !implied) return "";
  return t("component:shown_title", {
    name: keyFigureName(by),
    value: className(by, implied.value),
  });
}

/**
 * A function that says why a value has its colour: "Heat loss 1,670 W/m. Heat loss ratio 1.85. Act now: ≥ 0.8"; ""
 * where no limits say so.
 */
export const reasonWordsAtom = atom((get) => {
  const measuredOf = get(measuredOfAtom);
  const faultsOf = get(faultsOfAtom);
  const partValue = get(partValueAtom);
  const limitsOf = get(limitsOfAtom);
  return (shown: ShownValue): string => {
    const { keyFigure, severity, value, aggregate, at } = shown;
    if (value !== value || aggregate === "share") return "";
    if (keyFigure.kind === "f32") {
      return limitWords({ keyFigure, severity, value, limits: limitsOf(keyFigure) });
    }
    const part = shown.parts.find((one) => partValue(one).value === value);
    const row = aggregate === null ? at.row : part;
    const cause = row === undefined ? null : measuredOf(row, "cause");
    const faults = row === undefined ? [] : faultsOf(row);
    const named = faults.filter((one) => one.keyFigure.id !== cause?.keyFigure.id).map(faultWords);
    if (row === undefined || (!cause && named.length === 0)) return impliedWords(shown);
    const size = measuredOf(row, "size");
    const isSame = size === null || size.keyFigure.id === cause?.keyFigure.id;
    // The limits of the measured number say nothing of a class that another fault gives.
    const isJudged = keyFigure.follows === undefined || named.length === 0;
    const reason = [
      ...named,
      isSame ? "" : sized(size),
      cause ? sized(cause) : "",
      cause && isJudged ? limitWords(cause) : "",
    ]
      .filter((words) => words !== "")
      .join(". ");
    if (aggregate === null) return reason;
    const name = nameUnder(at, { component_type: keyFigure.component_type, row });
    return t("component:reason_of", { name, reason });
  };
});
