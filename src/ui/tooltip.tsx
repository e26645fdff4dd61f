// A tooltip labels an icon. Its text must be available elsewhere too.
import { Tooltip as AriaTooltip, TooltipTrigger } from "react-aria-components";
import type { ReactNode } from "react";
import css from "./tooltip.module.css";

export type TooltipProps = {
  label: string;
  keys?: string | undefined;
  placement?: "top" | "bottom" | "left" | "right";
  /** A focusable react-aria element. */
  children: ReactNode;
};

export function Tooltip({ label, keys, placement = "bottom", children }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={80}>
      {children}
      <AriaTooltip placement={placement} offset={6} className={css.tooltip!}>
        {label}
        {keys ? <kbd>{keys}</kbd> : null}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
