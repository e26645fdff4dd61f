// A number field with label, unit, hint and error. Apart from the text fields: reading numbers in every language takes
// much code.
import {
  Input,
  NumberField as AriaNumberField,
  type NumberFieldProps as AriaNumberProps,
} from "react-aria-components";
import { FieldLabel, FieldNotes, type FieldWords } from "./field-label.tsx";
import css from "./field.module.css";

export type NumberFieldProps = Omit<AriaNumberProps, "children" | "className" | "style"> &
  FieldWords & { unit?: string };

export function NumberField({ label, labelHidden, hint, error, unit, ...rest }: NumberFieldProps) {
  return (
    <AriaNumberField {...rest} isInvalid={Boolean(error)} className={css.field!}>
      <FieldLabel label={label} hidden={labelHidden} required={rest.isRequired} />
      <div className={css.withUnit}>
        <Input className={css.input!} />
        {unit ? <span className={css.unit}>{unit}</span> : null}
      </div>
      <FieldNotes hint={hint} error={error} />
    </AriaNumberField>
  );
}
