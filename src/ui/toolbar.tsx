// A bar of buttons that is one stop of the Tab key. The arrow keys of its orientation walk through it, and the focus comes
// back to the button that had it last.
import type { ReactNode, RefCallback } from "react";
import { Toolbar as AriaToolbar } from "react-aria-components";

export function Toolbar({
  label,
  orientation = "horizontal",
  className,
  barRef,
  children,
}: {
  label: string;
  orientation?: "horizontal" | "vertical";
  className?: string | undefined;
  barRef?: RefCallback<HTMLDivElement>;
  children: ReactNode;
}) {
  return (
    <AriaToolbar
      aria-label={label}
      orientation={orientation}
      {...(barRef && { ref: barRef })}
      {...(className !== undefined && { className })}
    >
      {children}
    </AriaToolbar>
  );
}
