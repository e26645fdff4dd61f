// Buttons. `kind` sets the emphasis: one primary per view, secondary for the rest, quiet in toolbars.
import {
  Button as AriaButton,
  TooltipTriggerStateContext,
  type ButtonProps as AriaProps,
} from "react-aria-components";
import { useContext, type ReactNode } from "react";
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
const greyed = { "aria-disabled": true, "data-greyed": true, type: "button" } as const;

/** A button inside of a tooltip. A greyed one says its reason to a finger as well, which cannot hover. */
function TippedButton({ isGreyed, ...props }: AriaProps & { isGreyed: boolean }) {
  const tip = useContext(TooltipTriggerStateContext);
  if (!isGreyed) return <AriaButton {...props} />;
  return (
    <AriaButton
      {...props}
      {...greyed}
      onPress={({ pointerType }) => {
        if (pointerType === "touch") tip?.open(true);
      }}
    />
  );
}

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
    <TippedButton
      {...rest}
      isGreyed={Boolean(reason)}
      data-kind={kind}
      className={classes(css.button, css[kind], size === "sm" && css.sm, wide && css.wide)}
    >
      {icon}
      {children}
    </TippedButton>
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
      <TippedButton
        {...rest}
        isGreyed={Boolean(reason)}
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
      </TippedButton>
    </Tooltip>
  );
}
