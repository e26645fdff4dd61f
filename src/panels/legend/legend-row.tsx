// One class of the legend with its count. A press hides it; Alt or a double press shows only this one.
import { Eye, EyeOff } from "lucide-react";
import { t } from "../../state/shell/locale.ts";
import { SeverityMark, type MarkSymbol } from "../../ui/chart/severity-mark.tsx";
import css from "./legend.module.css";

export type LegendRowProps = {
  name: string;
  symbol: MarkSymbol;
  colour: string;
  /** Values of the class, such as "45 to 52 °C". */
  range?: string;
  /** What the map draws for the class, where it draws bars. */
  drawn: string | null;
  /** Formatted. */
  count: string;
  share: string;
  isShown: boolean;
  /** True if this is the only class that is shown. */
  isAlone: boolean;
  onToggle: () => void;
  /** Shows only this class, or all again. */
  onOnly: (isOnly: boolean) => void;
};

export function LegendRow(props: LegendRowProps) {
  const { name, symbol, colour, range, drawn, count, share, isShown, isAlone } = props;
  const { onToggle, onOnly } = props;
  return (
    <li className={css.class} data-shown={isShown}>
      <button
        type="button"
        className={css.classButton}
        aria-pressed={isShown}
        onClick={(event) => (event.altKey ? onOnly(true) : onToggle())}
        onDoubleClick={() => onOnly(true)}
      >
        <SeverityMark symbol={symbol} colour={colour} />
        <span className={css.className}>
          {name}
          {range ? <small>{range}</small> : null}
          {drawn === null ? null : <small className={css.drawn}>{drawn}</small>}
        </span>
        <span>{count}</span>
        <span className={css.share}>{share}</span>
        {isShown ? <Eye size={13} aria-hidden="true" /> : <EyeOff size={13} aria-hidden="true" />}
      </button>
      <button
        type="button"
        className={css.only}
        aria-pressed={isAlone}
        onClick={() => onOnly(!isAlone)}
      >
        {t("legend:only")}
        <span className="visually-hidden"> {name}</span>
      </button>
    </li>
  );
}
