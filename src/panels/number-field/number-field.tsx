// A number field with label, unit, hint and error. It reads both notations, says what it understood, and asks where a
// text has two meanings.
import { useRef } from "react";
import { Input, TextField, type KeyboardEvent } from "react-aria-components";
import { FieldLabel, FieldNotes, type FieldWords } from "../../ui/form/field-label.tsx";
import { ownKeys } from "../../ui/form/own-keys.ts";
import fieldCss from "../../ui/form/field.module.css";
import { faultWords } from "./fault-words.ts";
import { Meanings, understood } from "./meanings.tsx";
import { numberText, useNumberText, type NumberSetting } from "./number-text.ts";

export type NumberFieldProps = NumberSetting &
  FieldWords & {
    isRequired?: boolean;
    isDisabled?: boolean;
    isReadOnly?: boolean;
    autoFocus?: boolean;
    placeholder?: string;
  };

const DIGITS = 12;

export function NumberField(props: NumberFieldProps) {
  const { label, labelHidden, hint, error, unit, placeholder, ...rest } = props;
  const {
    value,
    minValue,
    maxValue,
    step,
    isWhole,
    isRequired,
    isDisabled,
    isReadOnly,
    autoFocus,
  } = rest;
  const input = useRef<HTMLInputElement>(null);
  const { text, fault, meaning, type, take, commit } = useNumberText({ ...rest, unit }, input);
  const words = fault ? faultWords(fault, text, { ...rest, unit }) : error;
  const isRead = !Number.isNaN(meaning) && numberText(meaning) !== text.trim();
  const isPositive = minValue !== undefined && minValue >= 0;
  const move = (steps: number) => {
    const from = Number.isNaN(meaning) ? (Number.isNaN(value) ? 0 : value) : meaning;
    const next = Number((from + steps * (step ?? 1)).toPrecision(DIGITS));
    take(Math.min(maxValue ?? Infinity, Math.max(minValue ?? -Infinity, next)));
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter") commit();
    const steps = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    const isChord = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (steps === 0 || isChord || isReadOnly || isDisabled) return;
    event.preventDefault();
    move(steps);
  };
  return (
    <TextField
      {...(isRequired !== undefined && { isRequired })}
      {...(isDisabled !== undefined && { isDisabled })}
      {...(isReadOnly !== undefined && { isReadOnly })}
      // The caller opens the field to be typed in at once.
      {...(autoFocus && { autoFocus })}
      value={text}
      onChange={type}
      onBlur={() => void commit()}
      onKeyDown={ownKeys(press)}
      validationBehavior="aria"
      isInvalid={Boolean(words)}
      className={fieldCss.field!}
    >
      <FieldLabel label={label} hidden={labelHidden} required={isRequired} />
      <div className={fieldCss.withUnit}>
        <Input
          ref={input}
          className={fieldCss.input!}
          // The keyboards of numbers have no minus on some phones.
          inputMode={isPositive ? (isWhole ? "numeric" : "decimal") : "text"}
          autoComplete="off"
          placeholder={placeholder}
        />
        {unit ? <span className={fieldCss.unit}>{unit}</span> : null}
      </div>
      <FieldNotes hint={isRead ? `= ${understood(meaning, unit)}` : hint} error={words} />
      <Meanings
        fault={fault}
        unit={unit}
        onTake={(one) => {
          take(one);
          input.current?.focus();
        }}
      />
    </TextField>
  );
}
