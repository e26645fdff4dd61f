// The bar over the map: active filters, the selection and its actions.
import { useEffect } from "react";
import { useAtomValue, useSetAtom, useStore } from "jotai";
import { ListFilter, X } from "lucide-react";
import {
  clearFilters,
  filterCountsAtom,
  filtersAtom,
  keepOnly,
  keptAtom,
  removeFilters,
} from "../../state/plant/filter/filter.ts";
import { filterWordsAtom } from "../../state/plant/filter/filter-words.ts";
import { keyFigureAtom } from "../../state/plant/column/key-figure.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { coverMapBriefly } from "../../state/map/cover.ts";
import { registerCommands } from "../../state/shell/shortcut.ts";
import { IconButton } from "../../ui/button.tsx";
import { Announcer } from "./announcer.tsx";
import { workbenchCommands } from "./commands.ts";
import { selectedWords } from "./selected-words.ts";
import { SelectionChip } from "./selection-chip.tsx";
import css from "./selection.module.css";

export function SelectionBar() {
  const store = useStore();
  useEffect(() => store.set(registerCommands, workbenchCommands), [store]);
  return (
    <div className={css.bar}>
      <FilterChips />
      <SelectionChip />
      <Announcer />
    </div>
  );
}

function FilterChips() {
  const filters = useAtomValue(filtersAtom);
  const remove = useSetAtom(removeFilters);
  const matches = useAtomValue(filterCountsAtom);
  const keyFigure = useAtomValue(keyFigureAtom);
  const kept = useAtomValue(keptAtom);
  const keep = useSetAtom(keepOnly);
  const clear = useSetAtom(clearFilters);
  const wordsOf = useAtomValue(filterWordsAtom);
  if (filters.length === 0 && !kept) return null;
  const counts = keyFigure && matches[keyFigure.component_type];
  return (
    <div ref={coverMapBriefly} className={css.group} role="group" aria-label={t("filter:title")}>
      <ListFilter size={14} aria-hidden="true" />
      {counts ? (
        <strong className={css.count}>
          {t("filter:passing", {
            n: formatNumber(counts.matching),
            of: formatNumber(counts.total),
          })}
        </strong>
      ) : null}
      {filters.map((filter) => {
        const words = wordsOf(filter);
        return (
          <button
            key={JSON.stringify(filter)}
            type="button"
            className={css.chip}
            onClick={() => remove((one) => one === filter)}
          >
            <span>{words}</span>
            <X size={13} aria-hidden="true" />
            <span className="visually-hidden">{t("filter:remove")}</span>
          </button>
        );
      })}
      {kept ? (
        <button type="button" className={css.chip} onClick={() => keep(null)}>
          <span>{t("selection:kept", selectedWords(kept.component_type, kept.rows.length))}</span>
          <X size={13} aria-hidden="true" />
          <span className="visually-hidden">{t("filter:remove")}</span>
        </button>
      ) : null}
      {filters.length + (kept ? 1 : 0) > 1 ? (
        <IconButton size="sm" label={t("filter:clear")} onPress={() => clear()}>
          <X size={14} aria-hidden="true" />
        </IconButton>
      ) : null}
    </div>
  );
}
