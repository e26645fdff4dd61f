// A field that chooses one option by typing.
import { Button, ComboBox as AriaComboBox, Input } from "react-aria-components";
import { ChevronDown } from "lucide-react";
import { OptionPopover, type SelectProps } from "./choice.tsx";
import { FieldLabel, FieldNotes } from "./field-label.tsx";
import css from "./choice.module.css";
import fieldCss from "./field.module.css";

export type ComboBoxProps<Id extends string | number> = Omit<
  SelectProps<Id>,
  "onChange" | "size"
> & {
  onChange: (id: Id | null) => void;
  openLabel: string;
  /** Shown in the open list while it has no option that fits: why. Without it, such a list does not open. */
  emptyText?: string;
};

export function ComboBox<Id extends string | number>(props: ComboBoxProps<Id>) {
  const {
    label,
    labelHidden,
    options,
    value,
    onChange,
    placeholder,
    hint,
    error,
    openLabel,
    emptyText,
  } = props;
  return (
    <AriaComboBox
      className={fieldCss.field!}
      selectedKey={value}
      onSelectionChange={(key) => onChange(key as Id | null)}
      validationBehavior="aria"
      isInvalid={Boolean(error)}
      isRequired={props.isRequired ?? false}
      isDisabled={props.isDisabled ?? false}
      allowsEmptyCollection={emptyText !== undefined}
    >
      <FieldLabel label={label} hidden={labelHidden} required={props.isRequired} />
      <div className={css.combo}>
        <Input className={fieldCss.input!} placeholder={placeholder} />
        <Button className={css.open!} aria-label={openLabel}>
          <ChevronDown size={14} aria-hidden="true" />
        </Button>
      </div>
      <FieldNotes hint={hint} error={error} />
      <OptionPopover options={options} emptyText={emptyText} />
    </AriaComboBox>
  );
}
