// A field for a small integer with minus and plus buttons.
import { Button, Group, Input, NumberField } from "react-aria-components";
import { Minus, Plus } from "lucide-react";
import { FieldLabel, FieldNotes } from "./field-label.tsx";
import css from "./stepper.module.css";
import fieldCss from "./field.module.css";

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
  const { label, labelHidden, lessLabel, moreLabel, error, ...rest } = props;
  return (
    <NumberField {...rest} step={1} isInvalid={Boolean(error)} className={fieldCss.field!}>
      <FieldLabel label={label} hidden={labelHidden} />
      <Group className={css.stepper!}>
        <Button slot="decrement" aria-label={lessLabel} className={css.step!}>
          <Minus size={13} aria-hidden="true" />
        </Button>
        <Input className={css.input!} />
        <Button slot="increment" aria-label={moreLabel} className={css.step!}>
          <Plus size={13} aria-hidden="true" />
        </Button>
      </Group>
      <FieldNotes error={error} />
    </NumberField>
  );
}
