// The layout of every page: the way back, the title with an optional shield, the subtitle, two areas for
// alerts that can be dismissed, and the content.
import { ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "./class-name.ts";
import { Notice, type Tone } from "./notice.tsx";
import css from "./page.module.css";

export type PageAlert = {
  readonly title?: string | undefined;
  readonly text?: ReactNode;
  /** Danger for a fault and info for a note where it is left out. */
  readonly tone?: Tone;
  /** Something to do about it. */
  readonly action?: ReactNode;
  readonly onDismiss: () => void;
};

export type PageHeadProps = {
  readonly title: string;
  /** What a screen reader says of the shield that marks what only super admins see; none without it. */
  readonly shield?: string | undefined;
  readonly subtitle?: ReactNode;
  /** A link back to the overview. */
  readonly back?: ReactNode;
  /** What went wrong. */
  readonly fault?: PageAlert | null | undefined;
  /** What is worth knowing. */
  readonly note?: PageAlert | null | undefined;
  /** Names the button that dismisses an alert. */
  readonly closeLabel: string;
};

export type PageProps = PageHeadProps & {
  /** A card on its own, a page with a bar, a panel, the sheet of a phone, or text in the middle. */
  readonly look: "card" | "page" | "panel" | "sheet" | "plain";
  /** Stand at the end of the head. */
  readonly tools?: ReactNode;
  readonly children?: ReactNode;
};

/** The parts of a page, for a frame that lays its children out in a column. */
export function Page({
  look,
  tools,

  fault,
  note,
  closeLabel,
  children,
  ...head
}: PageProps) {
  const { title, shield, subtitle, back } = head;
  return (
    <>
      <header className={classes(css.head, css[look])}>
        <div className={css.heading}>
          {back}
          <h1>
            {title}
            {shield ? <Shield label={shield} size={16} /> : null}
          </h1>
          {subtitle ? <p>{subtitle}</p> : null}
        </div>
        {tools}
      </header>
      {fault || note ? (
        <div className={classes(css.alerts, css[look])}>
          <AlertArea tone="danger" alert={fault} closeLabel={closeLabel} />
          <AlertArea tone="info" alert={note} closeLabel={closeLabel} />
        </div>
      ) : null}
      {children}
    </>
  );
}

function AlertArea({
  tone,
  alert,
  closeLabel,
}: {
  tone: Tone;
  alert: PageAlert | null | undefined;
  closeLabel: string;
}) {
  if (!alert) return null;
  const { text, action, onDismiss } = alert;
  return (
    <Notice
      tone={alert.tone ?? tone}
      title={alert.title}
      onDismiss={onDismiss}
      dismissLabel={closeLabel}
    >
      {text}
      {action}
    </Notice>
  );
}

/** Marks what only super admins see. */
export function Shield({ label, size = 14 }: { label: string; size?: number }) {
  return (
    <span className={css.shield} role="img" aria-label={label}>
      <ShieldCheck size={size} aria-hidden="true" />
    </span>
  );
}
