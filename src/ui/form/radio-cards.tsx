// Radio options as a column of cards, each with a description.
import { Radio, RadioGroup, Text } from "react-aria-components";
import { FieldLabel } from "./field-label.tsx";
import css from "./radio-cards.module.css";

type RadioCard<Id> = {
  readonly id: Id;
  readonly label: string;
  readonly hint?: string;
  /** CSS background of a strip that shows the option. */
  readonly preview?: string;
};

export type RadioCardsProps<Id extends string> = {
  label: string;
  hint?: string | undefined;
  options: readonly RadioCard<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  isDisabled?: boolean;
};

export function RadioCards<Id extends string>({
  label,
  hint,
  options,
  value,
  onChange,
  isDisabled = false,
}: RadioCardsProps<Id>) {
  return (
    <RadioGroup
      className={css.group!}
      value={value}
      onChange={(id) => onChange(id as Id)}
      isDisabled={isDisabled}
    >
      <FieldLabel label={label} />
      <div className={css.cards}>
        {options.map((option) => (
          <Radio key={option.id} value={option.id} className={css.card!}>
            <span className={css.dot} aria-hidden="true" />
            <span className={css.words}>
              {option.label}
              {option.hint ? <small>{option.hint}</small> : null}
              {option.preview ? (
                <span className={css.preview} style={{ background: option.preview }} />
              ) : null}
            </span>
          </Radio>
        ))}
      </div>
      {hint ? (
        <Text slot="description" className={css.hint!}>
          {hint}
        </Text>
      ) : null}
    </RadioGroup>
  );
}
