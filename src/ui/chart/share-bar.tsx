// One bar divided by shares: how many of each kind.
import css from "./share-bar.module.css";

export type ShareBarPart = { readonly id: string; readonly count: number; readonly colour: string };

/** `label` says the shares in words; the parts follow the order given. */
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
