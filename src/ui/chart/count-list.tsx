// A list of classes, each with its count, its share and a bar. A press shows only that class.
import { SeverityMark, type MarkSymbol } from "./severity-mark.tsx";
import css from "./count-list.module.css";

export type CountListRow = {
  readonly id: string;
  readonly name: string;
  readonly symbol: MarkSymbol;
  readonly colour: string;
  /** As text, in the reader's notation. */
  readonly count: string;
  readonly share: string;
  /** 0 to 1. */
  readonly part: number;
  readonly isPressed: boolean;
  readonly onPress: () => void;
};

export function CountList({ rows, label }: { rows: readonly CountListRow[]; label: string }) {
  return (
    <ul className={css.list} aria-label={label}>
      {rows.map(({ id, name, symbol, colour, count, share, part, isPressed, onPress }) => (
        <li key={id}>
          <button type="button" aria-pressed={isPressed} onClick={onPress}>
            <SeverityMark symbol={symbol} colour={colour} />
            <span className={css.name}>{name}</span>
            <span className={css.meter} aria-hidden="true">
              <span style={{ width: `${part * 100}%`, background: colour }} />
            </span>
            <span className={css.count}>{count}</span>
            <span className={css.share}>{share}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
