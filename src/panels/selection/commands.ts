// Workbench shortcuts that belong to no panel: hierarchy, findings, selection, links.
import type { Getter } from "jotai";
import {
  walkTo,
  closeComponent,
  openComponentAtom,
  openRowAtom,
} from "../../state/plant/component/component.ts";
import { exportFormats } from "../../domain/export/export-request.ts";
import { exportRefusalAtom, saveExport } from "../../state/plant/analysis/export.ts";
import { exportAtom } from "../../state/plant/analysis/running-export.ts";
import { columnAtom } from "../../state/plant/column/key-figure.ts";
import { clearFilters, filtersAtom, keptAtom } from "../../state/plant/filter/filter.ts";
import { findingsAtom, stepFinding } from "../../state/plant/analysis/finding.ts";
import { findingStopsAtom, roundAtom, startRound, stepStop } from "../../state/field/round.ts";
import { copyLink } from "../../state/shell/clipboard.ts";
import { keyboardPanelAtom } from "../../state/shell/dock.ts";
import { clearSelection, select, selectionAtom } from "../../state/plant/component/selection.ts";
import type { Command } from "../../state/shell/shortcut.ts";

const group = "workbench:title";
const isOpen: Command["isEnabled"] = (get) => get(openRowAtom) !== null;
/** If findings are still loading, the step is taken when they are loaded. */
const hasFindings = (get: Getter): boolean => {
  const findings = get(findingsAtom);
  return findings.state !== "ready" || findings.value.rows.length > 0;
};

/** During a round the keys go through its stops. */
const hasStops: Command["isEnabled"] = (get) => get(roundAtom) !== null || hasFindings(get);

/** Components of the key figure that match the filters. */
const hasValues: Command["isEnabled"] = (get) =>
  get(columnAtom).state === "ready" && get(exportAtom) === null;

export const workbenchCommands: readonly Command[] = [
  {
    id: "next-finding",
    name: "find:next",
    group,
    keys: ["j"],
    isEnabled: hasStops,
    run: (get, set) => (get(roundAtom) ? set(stepStop, 1) : set(stepFinding, 1)),
  },
  {
    id: "previous-finding",
    name: "find:previous",
    group,
    keys: ["k"],
    isEnabled: hasStops,
    run: (get, set) => (get(roundAtom) ? set(stepStop, -1) : set(stepFinding, -1)),
  },
  {
    id: "start-round",
    name: "field:start_round",
    group,
    isEnabled: (get) => get(findingStopsAtom).length > 0,
    run: (get, set) => set(startRound, get(findingStopsAtom)),
  },
  ...(["up", "down", "previous", "next"] as const).map((direction, at): Command => ({
    id: `walk-${direction}`,
    name: `workbench:walk.${direction}`,
    group,
    keys: [["arrowup", "arrowdown", "arrowleft", "arrowright"][at]!],
    isEnabled: isOpen,
    run: (_get, set) => void set(walkTo, direction),
  })),
  {
    id: "select-open",
    name: "workbench:select_open",
    group,
    keys: ["x"],
    isEnabled: isOpen,
    run: (get, set) => {
      const at = get(openRowAtom);
      if (at) set(select, { component_type: at.component_type, rows: [at.row], mode: "toggle" });
    },
  },
  {
    id: "clear",
    name: "workbench:clear",
    group,
    keys: ["escape"],
    // In a panel the key first brings the keyboard back to what opened it.
    isEnabled: (get) =>
      get(keyboardPanelAtom) === null &&
      (get(selectionAtom) !== null || get(openComponentAtom) !== null),
    run: (get, set) => {
      if (get(selectionAtom)) set(clearSelection);
      else set(closeComponent);
    },
  },
  {
    id: "clear-filters",
    name: "filter:clear",
    group,
    isEnabled: (get) => get(filtersAtom).length > 0 || get(keptAtom) !== null,
    run: (_get, set) => set(clearFilters),
  },
  ...exportFormats.map((format): Command => ({
    id: `export-${format}`,
    name: `export:command.${format}`,
    group,
    isOffered: (get) => get(exportRefusalAtom) === null,
    isEnabled: hasValues,
    run: (_get, set) => void set(saveExport, "filter", format),
  })),
  {
    id: "copy-link",
    name: "workbench:copy_link",
    group,
    keys: ["mod+shift+c"],
    run: (get) => void copyLink(get),
  },
];
