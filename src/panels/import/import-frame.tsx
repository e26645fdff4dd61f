// Around the steps of an import: where one replaces the other, the keyboard stays in the panel.
import { useRef, type ReactNode } from "react";
import { useLostFocus } from "../../ui/lost-focus.ts";
import css from "./import.module.css";

export function ImportFrame({ step, children }: { step: string; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useLostFocus(frame, step);
  return (
    <div ref={frame} className={css.frame} tabIndex={-1}>
      {children}
    </div>
  );
}
