// Options as buttons in a row that wraps: one press chooses, another press takes the choice back.
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import { RequiredMark } from "./field-label.tsx";
import css from "./choices.module.css";

export type ChoicesProps<Id extends string | number> = {
  label: string;
  options: readonly { readonly id: Id; readonly label: string; readonly colour?: string }[];
  value: Id | null;
  onChange: (id: Id | null) => void;
  error?: string | null;
  isRequired?: boolean;
};

export function Choices<Id extends string | number>({
  label,
  options,
  value,
  onChange,
  error,
  isRequired = false,
}: ChoicesProps<Id>) {
  return (
    <div className={css.choices}>
      <span className={css.label} aria-hidden="true">
        {label}
        {isRequired ? <RequiredMark /> : null}
      </span>
      <ToggleButtonGroup
        aria-label={label}
        className={css.group!}
        selectedKeys={value === null ? [] : [value]}
        onSelectionChange={(keys) => {
          const [chosen] = [...keys];
          onChange(options.find(({ id }) => id === chosen)?.id ?? null);
        }}
      >
        {options.map(({ id, label: name, colour }) => (
          <ToggleButton
            key={id}
            id={id}
            className={css.choice!}
            {...(colour === undefined ? {} : { "aria-label": name })}
          >
            {colour === undefined ? name : <i style={{ background: colour }} />}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {error ? <small className={css.problem}>{error}</small> : null}
    </div>
  );
}
