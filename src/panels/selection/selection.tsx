// The bar over the map: active filters, the selection and its actions.
import { useEffect } from "react";
import { useAtom, useAtomValue, useSetAtom, useStore } from "jotai";
import { Crosshair, Eye, ListFilter, Scan, X } from "lucide-react";
import {
  filterCountsAtom,
  filtersAtom,
  removeFilters,
  scopeAtom,
  chooseScope,
} from "../../state/plant/filter.ts";
import { filterWords } from "../../state/plant/filter-words.ts";
import { keyFigureAtom } from "../../state/plant/key-figure.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { clearSelection, selectionAtom } from "../../state/plant/selection.ts";
import { selectionTooLargeAtom } from "../../state/shell/address.ts";
import { coverMapBriefly } from "../../state/map/cover.ts";
import { registerCommands } from "../../state/shell/shortcut.ts";
import { showSelection } from "../../state/plant/component.ts";
import { componentTypeInText } from "../../state/plant/value-words.ts";
import { IconButton } from "../../ui/button.tsx";
import { Announcer } from "./announcer.tsx";
import { workbenchCommands } from "./commands.ts";
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
  const [filters] = useAtom(filtersAtom);
  const remove = useSetAtom(removeFilters);
  const matches = useAtomValue(filterCountsAtom);
  const keyFigure = useAtomValue(keyFigureAtom);
  if (filters.length === 0) return null;
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
        const words = filterWords(filter);
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
      {filters.length > 1 ? (
        <IconButton size="sm" label={t("filter:clear")} onPress={() => remove(() => true)}>
          <X size={14} aria-hidden="true" />
        </IconButton>
      ) : null}
    </div>
  );
}

function SelectionChip() {
  const selection = useAtomValue(selectionAtom);
  const scope = useAtomValue(scopeAtom);
  const setScope = useSetAtom(chooseScope);
  const clear = useSetAtom(clearSelection);
  const zoom = useSetAtom(showSelection);
  const isTooLarge = useAtomValue(selectionTooLargeAtom);
  if (!selection) return scope === "in_view" ? <InViewChip /> : null;
  const values = {
    n: formatNumber(selection.count),
    type: componentTypeInText(selection.component_type, selection.count !== 1),
  };
  return (
    <div ref={coverMapBriefly} className={css.group} role="group" aria-label={t("selection:title")}>
      <strong className={css.count}>{t("selection:count", values)}</strong>
      {isTooLarge ? <span className={css.note}>{t("selection:too_large")}</span> : null}
      <IconButton
        size="sm"
        label={t("selection:only_selected")}
        isOn={scope === "selected"}
        onPress={() => setScope(scope === "selected" ? "all" : "selected")}
      >
        <Eye size={14} aria-hidden="true" />
      </IconButton>
      <IconButton
        size="sm"
        label={t("selection:only_in_view")}
        isOn={scope === "in_view"}
        onPress={() => setScope(scope === "in_view" ? "all" : "in_view")}
      >
        <Scan size={14} aria-hidden="true" />
      </IconButton>
      <IconButton size="sm" label={t("selection:zoom")} onPress={() => zoom()}>
        <Crosshair size={14} aria-hidden="true" />
      </IconButton>
      <IconButton size="sm" label={t("selection:clear")} keys="Esc" onPress={() => clear()}>
        <X size={14} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function InViewChip() {
  const setScope = useSetAtom(chooseScope);
  return (
    <div ref={coverMapBriefly} className={css.group}>
      <button type="button" className={css.chip} onClick={() => setScope("all")}>
        <Scan size={13} aria-hidden="true" />
        <span>{t("selection:only_in_view")}</span>
        <X size={13} aria-hidden="true" />
        <span className="visually-hidden">{t("filter:remove")}</span>
      </button>
    </div>
  );
}
