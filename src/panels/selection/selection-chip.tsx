// The selection: how many, and what can be done with all of them.
import { useAtomValue, useSetAtom } from "jotai";
import {
  ChartColumn,
  Crosshair,
  Eye,
  Footprints,
  ListFilter,
  NotebookPen,
  Scan,
  X,
} from "lucide-react";
import { limits } from "../../domain/limits.ts";
import { askAtom } from "../../state/account/ask.ts";
import { offlineAtom } from "../../state/account/offline.ts";
import { selectedStopsAtom, startRound } from "../../state/field/round.ts";
import { startBulk } from "../../state/observation/open.ts";
import { ExportMenu } from "../export-menu.tsx";
import { coverMapBriefly } from "../../state/map/cover.ts";
import { showSelection } from "../../state/plant/component/component.ts";
import { chooseScope, keepOnly, scopeAtom } from "../../state/plant/filter/filter.ts";
import {
  clearSelection,
  selectedRowsAtom,
  selectionAtom,
} from "../../state/plant/component/selection.ts";
import { selectionTooLargeAtom } from "../../state/shell/address.ts";
import { openPanel } from "../../state/shell/dock.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import { RemoveObservations } from "./remove-observations.tsx";
import { selectedWords } from "./selected-words.ts";
import css from "./selection.module.css";

export function SelectionChip() {
  const selection = useAtomValue(selectionAtom);
  const rows = useAtomValue(selectedRowsAtom);
  const scope = useAtomValue(scopeAtom);
  const setScope = useSetAtom(chooseScope);
  const keep = useSetAtom(keepOnly);
  const clear = useSetAtom(clearSelection);
  const zoom = useSetAtom(showSelection);
  const open = useSetAtom(openPanel);
  const stops = useAtomValue(selectedStopsAtom);
  const begin = useSetAtom(startRound);
  const isTooLarge = useAtomValue(selectionTooLargeAtom);
  if (!selection) return scope === "in_view" ? <InViewChip /> : null;
  const { component_type, count } = selection;
  return (
    <div ref={coverMapBriefly} className={css.group} role="group" aria-label={t("selection:title")}>
      <strong className={css.count}>
        {t("selection:count", selectedWords(component_type, count))}
      </strong>
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
      <IconButton
        size="sm"
        label={t("selection:keep")}
        onPress={() => keep({ component_type, rows })}
      >
        <ListFilter size={14} aria-hidden="true" />
      </IconButton>
      <IconButton
        size="sm"
        label={t("selection:statistics")}
        onPress={() => {
          if (scope !== "selected") setScope("selected");
          open("statistics");
        }}
      >
        <ChartColumn size={14} aria-hidden="true" />
      </IconButton>
      <BulkAdd />
      <RemoveObservations />
      <IconButton size="sm" label={t("field:start_round")} onPress={() => begin(stops)}>
        <Footprints size={14} aria-hidden="true" />
      </IconButton>
      <ExportMenu of="selection" count={count} isIcon />
      <IconButton size="sm" label={t("selection:zoom")} onPress={() => zoom()}>
        <Crosshair size={14} aria-hidden="true" />
      </IconButton>
      <IconButton size="sm" label={t("selection:clear")} keys="Esc" onPress={() => clear()}>
        <X size={14} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/** Adds the same observation to all selected components. */
function BulkAdd() {
  const start = useSetAtom(startBulk);
  const count = useAtomValue(selectionAtom)?.count ?? 0;
  const isOffline = useAtomValue(offlineAtom) !== null;
  if (useAtomValue(askAtom)("observation.bulkAdd") !== null) return null;
  const most = limits.observationBulk;
  const limit = count > most ? t("observation:bulk_limit", { most: formatNumber(most) }) : null;
  const reason = isOffline ? t("offline:needs_network") : limit;
  return (
    <IconButton size="sm" label={t("observation:bulk_add")} reason={reason} onPress={() => start()}>
      <NotebookPen size={14} aria-hidden="true" />
    </IconButton>
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
