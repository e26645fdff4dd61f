// The legend in one line: the key figure and its colours. A press opens the whole legend.
import { useAtomValue } from "jotai";
import { ChevronDown } from "lucide-react";
import { differenceClasses } from "../../domain/column/difference.ts";
import type { KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { compareAtom, differenceAtom } from "../../state/plant/compare/compare.ts";
import { legendClassesAtom, rampDomainAtom } from "../../state/plant/column/legend.ts";
import { t } from "../../state/shell/locale.ts";
import { differenceColoursAtom, mapColourAtom } from "../../state/plant/column/value-colour.ts";
import { keyFigureName } from "../../state/plant/column/value-words.ts";
import css from "./legend.module.css";

/** Steps of the colour bar of a measured key figure. */
const STEPS = 32;

export function SmallLegend({ keyFigure, onOpen }: { keyFigure: KeyFigure; onOpen: () => void }) {
  return (
    <button
      type="button"
      className={css.small}
      aria-expanded={false}
      title={t("legend:expand")}
      onClick={onOpen}
    >
      <span className="visually-hidden">{t("legend:expand")}: </span>
      <span className={css.smallName}>{keyFigureName(keyFigure)}</span>
      <ColourBar keyFigure={keyFigure} />
      <ChevronDown size={15} aria-hidden="true" />
    </button>
  );
}

/** The colours as the map paints them, from low to high. */
function ColourBar({ keyFigure }: { keyFigure: KeyFigure }) {
  const compared = useAtomValue(compareAtom);
  const classes = useAtomValue(legendClassesAtom);
  const [low, high] = useAtomValue(rampDomainAtom);
  const colour = useAtomValue(mapColourAtom);
  const difference = useAtomValue(differenceColoursAtom);
  const changes = useAtomValue(differenceAtom);
  const values =
    keyFigure.kind === "u8"
      ? classes
      : Array.from({ length: STEPS }, (_, at) => low + ((high - low) * at) / (STEPS - 1));
  const isChanges = compared?.mode === "difference";
  // Without both columns the map has no colours.
  if (isChanges && changes.state !== "ready") return null;
  const colours = isChanges
    ? differenceClasses.map((one) => difference[one])
    : values.map((value) => colour(keyFigure, value));
  const stops = colours.map(
    (one, at) => `${one} ${(100 * at) / colours.length}% ${(100 * (at + 1)) / colours.length}%`,
  );
  return (
    <span
      className={css.smallBar}
      aria-hidden="true"
      style={{ background: `linear-gradient(to right, ${stops.join(", ")})` }}
    />
  );
}
