// The layout of every page: back link, title with an optional shield, subtitle, two areas for
// dismissible alerts, and the content.
import { ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "./class-name.ts";
import { Notice, type Tone } from "./notice.tsx";
import css from "./page.module.css";

export type PageAlert = {
  readonly title?: string | undefined;
  readonly text?: ReactNode;
  /** Default: danger for a fault, info for a note. */
  readonly tone?: Tone;
  /** A button of the alert. */
  readonly action?: ReactNode;
  readonly onDismiss: () => void;
};

export type PageHeadProps = {
  readonly title: string;
  /** Accessible name of the super admin shield. Absent: no shield. */
  readonly shield?: string | undefined;
  readonly subtitle?: ReactNode;
  /** The link to the overview. */
  readonly back?: ReactNode;
  /** The error alert. */
  readonly fault?: PageAlert | null | undefined;
  /** The information alert. */
  readonly note?: PageAlert | null | undefined;
  /** Accessible name of the dismiss buttons. */
  readonly closeLabel: string;
};

export type PageProps = PageHeadProps & {
  /** A single card, a page with a title bar, a panel, a phone's sheet, or centred text. */
  readonly layout: "card" | "page" | "panel" | "sheet" | "plain";
  /** Buttons at the end of the header. */
  readonly tools?: ReactNode;
  readonly children?: ReactNode;
};

/** The parts of a page; the parent lays them out in a column. */
export function Page({
  layout,
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
      <header className={classes(css.head, css[layout])}>
        <div className={css.heading}>
          {back}
          <h1 tabIndex={-1}>
            {title}
            {shield ? <Shield label={shield} size={16} /> : null}
          </h1>
          {subtitle ? <p>{subtitle}</p> : null}
        </div>
        {tools}
      </header>
      {fault || note ? (
        <div className={classes(css.alerts, css[layout])}>
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

/** Shows that only super admins see this. */
export function Shield({ label, size = 14 }: { label: string; size?: number }) {
  return (
    <span className={css.shield} role="img" aria-label={label}>
      <ShieldCheck size={size} aria-hidden="true" />
    </span>
  );
}
