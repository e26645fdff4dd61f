// A password field: can be revealed, allows paste and password managers, and has a strength meter.
import { useState } from "react";
import { Eye, EyeOff } from "lucide-react";
import { SignInField } from "./sign-in-form.tsx";
import css from "./password-field.module.css";

export type PasswordMeter = {
  /** 0 (refused) to 4. */
  readonly strength: 0 | 1 | 2 | 3 | 4;
  /** The strength as a word, or why the password is refused. */
  readonly words: string;
};

export function PasswordField({
  label,
  name,
  value,
  onChange,
  autoComplete,
  showLabel,
  hideLabel,
  hint,
  error,
  meter,
  autoFocus = false,
}: {
  label: string;
  name: string;
  value: string;
  onChange: (password: string) => void;
  autoComplete: "current-password" | "new-password";
  showLabel: string;
  hideLabel: string;
  hint?: string;
  error?: string | null | undefined;
  /** Null for an empty field. */
  meter?: PasswordMeter | null;
  autoFocus?: boolean;
}) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className={css.password}>
      <SignInField
        name={name}
        type={isShown ? "text" : "password"}
        label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={autoFocus}
        required
        error={error}
        hint={meter ? null : hint}
        action={
          <button
            type="button"
            className={css.eye}
            aria-label={isShown ? hideLabel : showLabel}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            <Icon size={16} aria-hidden="true" />
          </button>
        }
      />
      {meter && !error ? (
        <div className={css.meter} data-strength={meter.strength}>
          <span className={css.bars} aria-hidden="true">
            {[1, 2, 3, 4].map((bar) => (
              <i key={bar} data-on={bar <= Math.max(1, meter.strength)} />
            ))}
          </span>
          <span role="status">{meter.words}</span>
        </div>
      ) : null}
    </div>
  );
}
