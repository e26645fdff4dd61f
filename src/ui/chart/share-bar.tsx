// A stacked bar of shares.
import css from "./share-bar.module.css";

export type ShareBarPart = { readonly id: string; readonly count: number; readonly colour: string };

/** `label` is the accessible name with the shares in words. The parts keep the given order. */
export function ShareBar({ parts, label }: { parts: readonly ShareBarPart[]; label: string }) {
  const sum = parts.reduce((total, { count }) => total + count, 0);
  return (
    <span className={css.bar} role="img" aria-label={label}>
      {parts
        .filter(({ count }) => count > 0)
        .map(({ id, count, colour }) => (
          <span key={id} style={{ flexGrow: count / sum, background: colour }} />
        ))}
    </span>
  );
}
