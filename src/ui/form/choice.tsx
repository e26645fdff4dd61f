// Fields that choose one option: a select, and a row of segments.
import {
  Button,
  ListBox,
  ListBoxItem,
  Popover,
  Select as AriaSelect,
  SelectValue,
  ToggleButton,
  ToggleButtonGroup,
} from "react-aria-components";
import { Check, ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { FieldLabel, FieldNotes } from "./field-label.tsx";
import { classes } from "../class-name.ts";
import css from "./choice.module.css";
import fieldCss from "./field.module.css";

/** One option; `id` is its value. */
export type Option<Id extends string | number> = {
  readonly id: Id;
  readonly label: string;
  readonly hint?: string;
  readonly isDisabled?: boolean;
};

export type SelectProps<Id extends string | number> = {
  label: string;
  labelHidden?: boolean;
  options: readonly Option<Id>[];
  value: Id | null;
  onChange: (id: Id) => void;
  placeholder?: string;
  hint?: ReactNode;
  error?: string | null;
  isRequired?: boolean;
  isDisabled?: boolean;
  size?: "md" | "sm";
};

export function Select<Id extends string | number>(props: SelectProps<Id>) {
  const { label, labelHidden, options, value, onChange, placeholder, hint, error, size } = props;
  return (
    <AriaSelect
      className={fieldCss.field!}
      value={value}
      onChange={(key) => key !== null && onChange(key as Id)}
      placeholder={placeholder ?? "–"}
      validationBehavior="aria"
      isInvalid={Boolean(error)}
      isRequired={props.isRequired ?? false}
      isDisabled={props.isDisabled ?? false}
    >
      <FieldLabel label={label} hidden={labelHidden} required={props.isRequired} />
      <Button className={classes(css.trigger, size === "sm" && css.sm)}>
        <SelectValue className={css.value!} />
        <ChevronDown size={14} aria-hidden="true" />
      </Button>
      <FieldNotes hint={hint} error={error} />
      <OptionPopover options={options} />
    </AriaSelect>
  );
}

export function OptionPopover<Id extends string | number>({
  options,
  emptyText,
}: {
  options: readonly Option<Id>[];
  emptyText?: string | undefined;
}) {
  return (
    <Popover className={css.popover!} offset={4}>
      <ListBox
        items={options}
        className={css.list!}
        {...(emptyText !== undefined && {
          renderEmptyState: () => <p className={css.none}>{emptyText}</p>,
        })}
      >
        {(option) => (
          <ListBoxItem
            id={option.id}
            textValue={option.label}
            isDisabled={option.isDisabled ?? false}
            className={css.option!}
          >
            {({ isSelected }) => (
              <>
                <span className={css.optionLabel}>
                  {option.label}
                  {option.hint ? <small>{option.hint}</small> : null}
                </span>
                {isSelected ? <Check size={14} aria-hidden="true" /> : null}
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  );
}

export type SegmentsProps<Id extends string> = {
  label: string;
  options: readonly (Option<Id> & { icon?: ReactNode })[];
  value: Id;
  onChange: (id: Id) => void;
};

/** A few options side by side. */
export function Segments<Id extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentsProps<Id>) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      className={css.segments!}
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const [chosen] = [...keys];
        if (chosen !== undefined) onChange(chosen as Id);
      }}
    >
      {options.map((option) => (
        <ToggleButton
          key={option.id}
          id={option.id}
          isDisabled={option.isDisabled ?? false}
          className={css.segment!}
        >
          {option.icon}
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
