// Buttons. `kind` sets the emphasis: one primary per view, secondary for the rest, quiet in toolbars.
import { Button as AriaButton, type ButtonProps as AriaProps } from "react-aria-components";
import type { ReactNode } from "react";
import { classes } from "./class-name.ts";
import { Tooltip } from "./tooltip.tsx";
import css from "./button.module.css";

export type ButtonProps = Omit<AriaProps, "children" | "className" | "style"> & {
  kind?: "primary" | "secondary" | "quiet" | "danger";
  size?: "md" | "sm";
  icon?: ReactNode;
  wide?: boolean;
  /** Text that says why the button is unavailable. The button is greyed, but stays focusable. */
  reason?: string | null | undefined;
  children: ReactNode;
};

/** Uses aria-disabled, because a `disabled` button takes no focus and could not show its reason. */
const greyed = {
  "aria-disabled": true,
  "data-greyed": true,
  type: "button",
  onPress: undefined,
} as const;

export function Button({
  kind = "secondary",
  size = "md",
  icon,
  wide,
  reason,
  children,
  ...rest
}: ButtonProps) {
  const button = (
    <AriaButton
      {...rest}
      {...(reason ? greyed : {})}
      data-kind={kind}
      className={classes(css.button, css[kind], size === "sm" && css.sm, wide && css.wide)}
    >
      {icon}
      {children}
    </AriaButton>
  );
  return reason ? <Tooltip label={reason}>{button}</Tooltip> : button;
}

export type IconButtonProps = Omit<AriaProps, "children" | "className" | "aria-label" | "style"> & {
  /** Accessible name and tooltip. */
  label: string;
  /** Keys shown in the tooltip. */
  keys?: string;
  kind?: "quiet" | "secondary" | "primary";
  size?: "md" | "sm";
  /** Pressed state, set as aria-pressed. */
  isOn?: boolean;
  placement?: "top" | "bottom" | "left" | "right";
  /** As in `Button`; shown in the tooltip too. */
  reason?: string | null | undefined;
  children: ReactNode;
};

export function IconButton({
  label,
  keys,
  kind = "quiet",
  size = "md",
  isOn,
  placement = "bottom",
  reason,
  children,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip
      label={reason ? `${label}: ${reason}` : label}
      keys={reason ? undefined : keys}
      placement={placement}
    >
      <AriaButton
        {...rest}
        {...(reason ? greyed : {})}
        aria-label={label}
        aria-pressed={isOn}
        className={classes(
          css.button,
          css.icon,
          css[kind],
          size === "sm" && css.sm,
          isOn && css.on,
        )}
      >
        {children}
      </AriaButton>
    </Tooltip>
  );
}
