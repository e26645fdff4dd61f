// The text of a number field between what is typed and what it means. A number is taken over only if its meaning is
// sure: in a form while it is typed, so that the form's buttons know it; elsewhere when the field is left or Enter is
// pressed.
import { useEffect, useRef, useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import { settledNumber } from "../../domain/number-text.ts";
import { readMeasure } from "../../domain/number-with-unit.ts";
import { locale } from "../../state/shell/locale.ts";
import { showRefused } from "../../ui/form/show-refused.ts";

export type NumberSetting = {
  /** NaN for an empty field. */
  value: number;
  onChange: (value: number) => void;
  minValue?: number | undefined;
  maxValue?: number | undefined;
  /** The least value itself is refused. */
  isAbove?: boolean;
  /** What an arrow key changes; 1 where nothing is stated. */
  step?: number | undefined;
  isWhole?: boolean;
  /** May follow the number. */
  unit?: string | undefined;
  formatOptions?: Intl.NumberFormatOptions | undefined;
};

/** Why the text is not taken over. */
export type NumberFault =
  | { kind: "bad" }
  /** A number in another unit than that of the field. */
  | { kind: "unit" }
  | { kind: "whole" }
  | { kind: "outside" }
  | { kind: "ambiguous"; meanings: readonly [number, number] };

const SURE_DIGITS = 12;

/** The number in the reader's notation, without marks between thousands: such a text has one meaning. */
export function numberText(value: number, options: Intl.NumberFormatOptions = {}): string {
  if (Number.isNaN(value)) return "";
  const digits =
    options.maximumFractionDigits === undefined ? { maximumSignificantDigits: SURE_DIGITS } : {};
  return new Intl.NumberFormat(locale(), { ...digits, ...options, useGrouping: false }).format(
    value,
  );
}

/** What the text means in this field, or why it means nothing. */
export function meaningOf(
  text: string,
  setting: Omit<NumberSetting, "value" | "onChange">,
): { value: number; fault: NumberFault | null } {
  const { minValue, maxValue, isWhole, unit } = setting;
  const read = readMeasure(text, unit);
  if (read.kind === "other_unit") return { value: NaN, fault: { kind: "unit" } };
  const found = settledNumber(read, { least: minValue, greatest: maxValue });
  if (found.kind === "blank") return { value: NaN, fault: null };
  if (found.kind === "bad") return { value: NaN, fault: { kind: "bad" } };
  if (found.kind === "ambiguous") {
    const meanings = [found.asThousands, found.asDecimal] as const;
    // A meaning that is no whole number is none in a field of whole numbers.
    const [only, ...others] = isWhole ? meanings.filter(Number.isInteger) : meanings;
    if (only === undefined || others.length > 0) {
      return { value: NaN, fault: { kind: "ambiguous", meanings } };
    }
    return inField(only, setting);
  }
  const { value } = found;
  if (isWhole && !Number.isInteger(value)) return { value, fault: { kind: "whole" } };
  return inField(value, setting);
}

type Limits = Pick<NumberSetting, "minValue" | "maxValue" | "isAbove">;

function inField(value: number, { minValue, maxValue, isAbove = false }: Limits) {
  const isInside = value >= (minValue ?? -Infinity) && value <= (maxValue ?? Infinity);
  const isSure = isInside && !(isAbove && value === minValue);
  return { value, fault: isSure ? null : ({ kind: "outside" } as const) };
}

/** What is typed. `before` is the number outside since the last key, `start` the one before the first key. */
type Typed = { readonly text: string; readonly before: number; readonly start: number };

export function useNumberText(setting: NumberSetting, input: RefObject<HTMLInputElement | null>) {
  const { value, onChange, formatOptions } = setting;
  const [typed, setTyped] = useState<Typed | null>(null);
  const [fault, setFault] = useState<NumberFault | null>(null);
  /** The last number typed here keeps the decimals that it was typed with. */
  const [own, setOwn] = useState<{ value: number; text: string } | null>(null);
  // Another number from outside replaces what was typed for the one before.
  const isTyped = typed !== null && Object.is(typed.before, value);
  const shown = own && Object.is(own.value, value) ? own.text : numberText(value, formatOptions);
  const text = isTyped ? typed.text : shown;
  const take = (next: number) => {
    setTyped(null);
    setFault(null);
    setOwn({ value: next, text: numberText(next) });
    if (!Object.is(next, value)) onChange(next);
  };
  /** False where the text has no sure meaning; it stays then, with the reason. */
  const commit = (): boolean => {
    if (!isTyped || text === shown) {
      setTyped(null);
      setFault(null);
      return true;
    }
    const meaning = meaningOf(text, setting);
    if (meaning.fault) {
      setFault(meaning.fault);
      return false;
    }
    take(meaning.value);
    return true;
  };
  useStoppedForm(input, isTyped ? commit : null);
  return {
    text,
    fault: isTyped ? fault : null,
    /** What the text means while it is typed; NaN where that is open. */
    meaning: isTyped ? meaningOf(text, setting).value : NaN,
    type: (next: string) => {
      const start = isTyped ? typed.start : value;
      const { value: meant, fault } = meaningOf(next, setting);
      // A text on its way to another one must leave nothing behind: 20 is not meant where 2000 is refused. An empty
      // field is on its way, too.
      const isSure = fault === null && !Number.isNaN(meant);
      const before = input.current?.form ? (isSure ? meant : start) : value;
      setTyped({ text: next, before, start });
      setFault(null);
      if (!Object.is(before, value)) onChange(before);
    },
    take,
    commit,
  };
}

/** The form of the input is not sent while the input holds a text without a sure meaning. */
function useStoppedForm(
  input: RefObject<HTMLInputElement | null>,
  commit: (() => boolean) | null,
): void {
  const latest = useRef(commit);
  useEffect(() => {
    latest.current = commit;
  });
  useEffect(() => {
    const form = input.current?.form;
    const stop = (event: Event) => {
      let isSure = true;
      // The form's own handler must see the number that is taken over here.
      flushSync(() => {
        isSure = latest.current?.() ?? true;
      });
      if (isSure) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      showRefused(input.current);
    };
    form?.addEventListener("submit", stop, { capture: true });
    return () => form?.removeEventListener("submit", stop, { capture: true });
  }, [input]);
}
