// States of a surface: alert, empty, failed, loading, progress.
import { CircleAlert, TriangleAlert } from "lucide-react";
import { ProgressBar, Label } from "react-aria-components";
import type { ReactNode } from "react";
import { classes } from "./class-name.ts";
import { Notice, type NoticeProps, type Tone } from "./notice.tsx";
import css from "./feedback.module.css";
import tones from "./tone.module.css";

export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classes(css.badge, tones[tone])}>{children}</span>;
}

/** A notice inside a surface. */
export function Alert(props: NoticeProps) {
  return <Notice {...props} />;
}

type StateProps = {
  icon?: ReactNode;
  title: string;
  /** True where nothing else is on the page, whose heading it is then. */
  isPage?: boolean;
  children?: ReactNode;
  actions?: ReactNode;
};

/** An empty list, and what to do next. */
export function EmptyState({ icon, title, isPage = false, children, actions }: StateProps) {
  const Title = isPage ? "h1" : "h3";
  return (
    <div className={css.state}>
      {icon ? <div className={classes(css.stateIcon, css.emptyIcon)}>{icon}</div> : null}
      <Title>{title}</Title>
      {children ? <div className={css.stateText}>{children}</div> : null}
      {actions ? <div className={css.stateActions}>{actions}</div> : null}
    </div>
  );
}

/** A failure: what failed, why, and how to try again. */
export function ErrorState({
  title,
  isPage = false,
  details = [],
  tone = "danger",
  actions,
}: {
  title: string;
  /** `watch` for a state that passes by itself. */
  tone?: "watch" | "danger";
  /** As in `EmptyState`. */
  isPage?: boolean;
  details?: readonly string[];
  actions?: ReactNode;
}) {
  const Title = isPage ? "h1" : "h3";
  return (
    <div className={css.state} role={tone === "danger" ? "alert" : "status"}>
      <div className={classes(css.stateIcon, tones[tone])}>
        {tone === "danger" ? (
          <CircleAlert size={22} aria-hidden="true" />
        ) : (
          <TriangleAlert size={22} aria-hidden="true" />
        )}
      </div>
      <Title>{title}</Title>
      {details.length > 0 ? (
        <ul className={css.stateText}>
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      ) : null}
      {actions ? <div className={css.stateActions}>{actions}</div> : null}
    </div>
  );
}

/** Grey lines in place of text that loads. Screen readers read `label`. */
export function Skeleton({ label, lines = 3 }: { label: string; lines?: number }) {
  return (
    <output aria-label={label} className={css.skeleton}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} style={{ width: `${[92, 74, 84, 60][line % 4]}%` }} />
      ))}
    </output>
  );
}

/** A progress bar from 0 to 1; null is indeterminate. */
export function Progress({
  label,
  value,
  note,
}: {
  label: string;
  value: number | null;
  note?: string | undefined;
}) {
  return (
    <ProgressBar
      className={css.progress!}
      minValue={0}
      maxValue={1}
      isIndeterminate={value === null}
      // Rounded: screen readers cannot read the 2e-7 of a first kilobyte.
      {...(value === null ? {} : { value: Math.round(value * 1e4) / 1e4 })}
    >
      {({ percentage }) => (
        <>
          <Label className={css.progressLabel!}>{label}</Label>
          {note ? <span className={css.progressNote}>{note}</span> : null}
          <span className={css.bar}>
            <span
              className={classes(css.barFill, value === null && css.running)}
              style={value === null ? undefined : { width: `${percentage ?? 0}%` }}
            />
          </span>
        </>
      )}
    </ProgressBar>
  );
}
