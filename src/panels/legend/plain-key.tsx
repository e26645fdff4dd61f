// What the map draws in the neutral colour: components without values or parts, and the plant's area.
import { useAtomValue } from "jotai";
import { plainRowsAtom } from "../../state/plant/component/plain-component.ts";
import { plantAtom, twinAtom } from "../../state/plant/plant.ts";
import { plainColoursAtom } from "../../state/plant/column/value-colour.ts";
import { componentTypeName } from "../../state/plant/column/value-words.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { SeverityMark } from "../../ui/chart/severity-mark.tsx";
import css from "./legend.module.css";

export function PlainKey() {
  const rows = useAtomValue(plainRowsAtom);
  const plant = valueOf(useAtomValue(plantAtom));
  const isWithoutTwin = useAtomValue(twinAtom).state === "failed";
  const colours = useAtomValue(plainColoursAtom);
  const hasArea = isWithoutTwin && plant?.area !== null && plant?.area !== undefined;
  if (rows.length === 0 && !hasArea) return null;
  return (
    <ul className={css.classes} aria-label={t("legend:plain.title")}>
      {rows.map(({ component_type, count, isChildless }) => {
        const type = componentTypeName(component_type, count !== 1);
        return (
          <li key={component_type} className={css.plain}>
            <SeverityMark symbol="square" colour={colours.component} />
            <span className={css.className}>
              {isChildless ? t("legend:plain.childless", { type }) : type}
              {isChildless ? null : <small>{t("legend:plain.title")}</small>}
            </span>
            <span>{formatNumber(count)}</span>
          </li>
        );
      })}
      {hasArea ? (
        <li className={css.plain}>
          <SeverityMark symbol="square" colour={colours.area} />
          <span className={css.className}>{t("legend:plain.area")}</span>
          <span>{plant.area_ha === null ? "" : `${formatNumber(plant.area_ha, 0)} ha`}</span>
        </li>
      ) : null}
    </ul>
  );
}
