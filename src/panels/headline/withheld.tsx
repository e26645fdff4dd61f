// Says in words of how many components nothing is said, and why. Press to show only these.
import { useAtomValue, useSetAtom } from "jotai";
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import type { Headline } from "../../domain/plant/headline.ts";
import { chooseKeyFigure, keyFiguresAtom } from "../../state/plant/column/key-figure.ts";
import { showClasses } from "../../state/plant/column/legend.ts";
import { componentTypeInText } from "../../state/plant/column/value-words.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import css from "./headline.module.css";

export function Withheld({ headline: { withheld } }: { headline: Headline }) {
  const offered = useAtomValue(keyFiguresAtom);
  const choose = useSetAtom(chooseKeyFigure);
  const only = useSetAtom(showClasses);
  return withheld.map(({ reason, key_figure_id, class_value, count }) => {
    const type = keyFigureById(key_figure_id)?.component_type;
    if (!type) return null;
    const words = t(`headline:withheld.${reason}`, {
      count,
      number: formatNumber(count),
      components: componentTypeInText(type, count !== 1),
    });
    return (
      <p key={reason} className={css.quiet}>
        {offered.some(({ id }) => id === key_figure_id) ? (
          <button
            type="button"
            className={css.link}
            onClick={() => {
              choose(key_figure_id);
              only([class_value]);
            }}
          >
            {words}
          </button>
        ) : (
          words
        )}
      </p>
    );
  });
}
