// Buttons. `kind` says how loud: one primary per view, secondary for the rest, quiet in toolbars.
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
  children: ReactNode;
};

export function Button({
  kind = "secondary",
  size = "md",
  icon,
  wide,
  children,
  ...rest
}: ButtonProps) {
  return (
    <AriaButton
      {...rest}
      className={classes(css.button, css[kind], size === "sm" && css.sm, wide && css.wide)}
    >
      {icon}
      {children}
    </AriaButton>
  );
}

export type IconButtonProps = Omit<AriaProps, "children" | "className" | "aria-label" | "style"> & {
  /** Read out, and shown in the tooltip. */
  label: string;
  /** Keys shown in the tooltip. */
  keys?: string;
  kind?: "quiet" | "secondary" | "primary";
  size?: "md" | "sm";
  /** Pressed look, said as aria-pressed. */
  isOn?: boolean;
  placement?: "top" | "bottom" | "left" | "right";
  children: ReactNode;
};

export function IconButton({
  label,
  keys,
  kind = "quiet",
  size = "md",
  isOn,
  placement = "bottom",
  children,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} keys={keys} placement={placement}>
      <AriaButton
        {...rest}
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
