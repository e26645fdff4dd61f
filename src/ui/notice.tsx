// A message on the page. Has few dependencies, because the sign-in pages load it.
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "./class-name.ts";
import css from "./notice.module.css";
import tones from "./tone.module.css";

export type Tone = "neutral" | "info" | "good" | "watch" | "danger";

const icons = {
  neutral: Info,
  info: Info,
  good: CircleCheck,
  watch: TriangleAlert,
  danger: CircleAlert,
};

export type NoticeProps = {
  tone?: Tone;
  title?: string | undefined;
  children?: ReactNode;
  /** Dismisses the notice. The button needs both this and its label. */
  onDismiss?: (() => void) | undefined;
  dismissLabel?: string | undefined;
};

/** Screen readers announce it when it appears; danger interrupts. */
export function Notice({ tone = "info", title, children, onDismiss, dismissLabel }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div role={tone === "danger" ? "alert" : "status"} className={classes(css.notice, tones[tone])}>
      <Icon size={16} aria-hidden="true" />
      <div className={css.body}>
        {title ? <strong>{title}</strong> : null}
        {children}
      </div>
      {onDismiss && dismissLabel ? (
        <button
          type="button"
          className={css.dismiss}
          aria-label={dismissLabel}
          title={dismissLabel}
          onClick={onDismiss}
        >
          <X size={14} aria-hidden="true" />
        </button>
      ) : null}
    </div>
  );
}
