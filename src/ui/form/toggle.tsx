// A checkbox, and a switch that takes effect at once.
import { Checkbox as AriaCheckbox, Switch as AriaSwitch } from "react-aria-components";
import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import css from "./toggle.module.css";

export type ToggleProps = {
  children: ReactNode;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isIndeterminate?: boolean;
  isDisabled?: boolean;
  "aria-label"?: string;
};

export function Checkbox({ children, ...rest }: ToggleProps) {
  return (
    <AriaCheckbox {...rest} className={css.toggle!}>
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className={css.box} aria-hidden="true">
            {isIndeterminate ? <Minus size={12} /> : isSelected ? <Check size={12} /> : null}
          </span>
          {children}
        </>
      )}
    </AriaCheckbox>
  );
}

export function Switch({ children, ...rest }: Omit<ToggleProps, "isIndeterminate">) {
  return (
    <AriaSwitch {...rest} className={css.toggle!}>
      <span className={css.track} aria-hidden="true">
        <span className={css.thumb} />
      </span>
      {children}
    </AriaSwitch>
  );
}
