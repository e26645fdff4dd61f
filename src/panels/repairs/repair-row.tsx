// One repair of the work list: what, where, why, what it brings and takes. A press shows it on the map.
import { useEffect, useRef } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import type { Price } from "../../domain/loss/loss-settings.ts";
import type { Repair } from "../../domain/loss/repair.ts";
import { openComponent, openRowAtom } from "../../state/plant/component/component.ts";
import { costWords, energyWithRange, moneyAYear } from "../../state/plant/analysis/energy-words.ts";
import {
  isRepairOf,
  livesOfRepairAtom,
  paybackWords,
  repairReason,
} from "../../state/plant/analysis/repair.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Badge } from "../../ui/feedback.tsx";
import { FindingFacts } from "../finding-life/facts.tsx";
import { OpenImages } from "../open-images.tsx";
import css from "./repairs.module.css";

type RepairRowProps = { rank: number; repair: Repair; price: Price };

export function RepairRow({ rank, repair, price }: RepairRowProps) {
  const open = useSetAtom(openComponent);
  const { action, component_type, rows, name, place, hours, parts, cost, is_safety } = repair;
  const row = rows[0] ?? 0;
  const money = moneyAYear(repair, price);
  const isOpen = isRepairOf(repair, useAtomValue(openRowAtom));
  const lives = useAtomValue(livesOfRepairAtom)(repair);
  const item = useRef<HTMLLIElement>(null);
  // The list may be opened from the card of the component.
  useEffect(() => {
    if (isOpen) item.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  return (
    <li ref={item} className={css.item} aria-current={isOpen || undefined}>
      <button type="button" className={css.row} onClick={() => open({ component_type, row }, true)}>
        <span className={css.rank}>{rank}</span>
        <span className={css.words}>
          <span className={css.name}>
            {t(`loss:action.${action}`)} · {name}
          </span>
          {is_safety ? (
            <span>
              <Badge tone="danger">{t("loss:repair.safety")}</Badge>
            </span>
          ) : null}
          {lives.map((life) => (
            <FindingFacts key={life.id} finding={{ ...life, life, isShown: true }} />
          ))}
          <small>{place}</small>
          <small>
            {repairReason(repair)}
            {rows.length > 1
              ? ` · ${t("loss:repair.affects", { n: formatNumber(rows.length) })}`
              : ""}
          </small>
          <small>
            {t("loss:repair.effort", {
              hours: formatNumber(hours, 1),
              parts: formatNumber(parts),
              cost: costWords(cost, price.currency),
              years: paybackWords(repair),
            })}
          </small>
        </span>
        <span className={css.gain}>
          {repair.mwh > 0 ? (
            <>
              <span>{energyWithRange(repair)}</span>
              {money === null ? null : <small>{money}</small>}
            </>
          ) : (
            <small>{t("loss:repair.no_loss")}</small>
          )}
        </span>
      </button>
      <OpenImages at={{ component_type, row }} name={name} />
    </li>
  );
}
