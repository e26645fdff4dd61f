// A field for a small whole number with minus and plus buttons.
import { useRef } from "react";
import { Group, Input, TextField } from "react-aria-components";
import { Minus, Plus } from "lucide-react";
import { IconButton } from "../../ui/button.tsx";
import { FieldLabel, FieldNotes } from "../../ui/form/field-label.tsx";
import { ownKeys } from "../../ui/form/own-keys.ts";
import fieldCss from "../../ui/form/field.module.css";
import { faultWords } from "./fault-words.ts";
import { Meanings } from "./meanings.tsx";
import { useNumberText } from "./number-text.ts";
import css from "./stepper.module.css";

export type StepperProps = {
  label: string;
  labelHidden?: boolean;
  value: number;
  onChange: (value: number) => void;
  minValue: number;
  maxValue: number;
  lessLabel: string;
  moreLabel: string;
  error?: string | null | undefined;
  isDisabled?: boolean;
};

export function Stepper(props: StepperProps) {
  const { label, labelHidden, lessLabel, moreLabel, error, isDisabled, ...setting } = props;
  const input = useRef<HTMLInputElement>(null);
  const { minValue } = setting;
  const rules = {
    ...setting,
    isWhole: true,
    // An emptied field is the least: there is no count without a number.
    onChange: (next: number) => setting.onChange(Number.isNaN(next) ? minValue : next),
  };
  const { text, fault, type, take, commit } = useNumberText(rules, input);
  const { maxValue } = setting;
  const value = Number.isNaN(setting.value) ? minValue : setting.value;
  const words = fault ? faultWords(fault, text, rules) : error;
  const step = (by: number, name: string, Icon: typeof Minus) => (
    <IconButton
      size="sm"
      label={name}
      isDisabled={isDisabled || value + by < minValue || value + by > maxValue}
      onPress={() => take(value + by)}
    >
      <Icon size={13} aria-hidden="true" />
    </IconButton>
  );
  return (
    <TextField
      value={text}
      onChange={type}
      onBlur={() => void commit()}
      onKeyDown={ownKeys((event) => void (event.key === "Enter" && commit()))}
      isDisabled={isDisabled ?? false}
      validationBehavior="aria"
      isInvalid={Boolean(words)}
      className={fieldCss.field!}
    >
      <FieldLabel label={label} hidden={labelHidden} />
      <Group className={css.stepper!}>
        {step(-1, lessLabel, Minus)}
        <Input ref={input} inputMode="numeric" autoComplete="off" className={css.input!} />
        {step(1, moreLabel, Plus)}
      </Group>
      <FieldNotes error={words} />
      <Meanings
        fault={fault}
        onTake={(one) => {
          take(one);
          input.current?.focus();
        }}
      />
    </TextField>
  );
}
