// Converts the view of a plant to the query of /plant/{id} and back.
//
// Each part is parsed alone: a part that cannot be read is reported, the others still apply. Positions are
// EPSG:4326, longitude first.
import { rampIds, type RampId } from "../colour/ramp.ts";
import { aggregates, type Aggregate } from "../column/aggregate.ts";
import type { ComponentType } from "../component/component.ts";
import type { Filter } from "../column/filter.ts";
import {
  findingViews,
  viewText,
  workOrderViews,
  type FindingView,
  type WorkOrderView,
} from "../finding/list-view.ts";
import { fixed, numbers, positive, within } from "./view-number.ts";
import { filterFromText, filterToText } from "./view-filter.ts";
import { selectionFromText, selectionToText, type ViewSelection } from "./view-selection.ts";
import { readCamera, readCompare, readComponent, type CompareMode } from "./view-text.ts";

export { compareModes, type CompareMode } from "./view-text.ts";

export type View = {
  readonly camera: {
    readonly centre: readonly [lon: number, lat: number];
    readonly zoom: number;
    readonly bearing: number;
    readonly pitch: number;
  } | null;
  readonly analysis_id: number | null;
  readonly key_figure_id: number | null;
  readonly legend: "ramp" | "classes" | null;
  /** Ends of the key figure's ramp, if set by hand. */
  readonly ramp: readonly [number, number] | null;
  readonly filters: readonly Filter[];
  readonly scope: "selected" | "in_view" | null;
  readonly selection: ViewSelection | null;
  readonly component: { readonly component_type: ComponentType; readonly dt_id: string } | null;
  readonly compare: {
    readonly analysis_id: number;
    readonly mode: CompareMode;
    readonly position: number;
  } | null;
  /** Ids of the open panels. */
  readonly panels: readonly string[];
  readonly layers: readonly { id: string; visible: boolean; opacity: number }[];
  readonly layer_order: readonly string[];
  readonly solo: string | null;
  /** Aggregate for components that are too small to be seen; null for the default. */
  readonly aggregate: Aggregate | null;
  /** False if severity is shown by colour alone, null if by patterns too. */
  readonly pattern: false | null;
  /** Palette of the key figure's values; null for the default. */
  readonly palette: RampId | null;
  /** `3d`: the digital twin as it stands; null for the map. */
  readonly space: "3d" | null;
  /** ID of the work order that is open. */
  readonly work_order_id: number | null;
  /** How the findings and the work orders are shown; null for a list. */
  readonly finding_view: FindingView | null;
  readonly work_order_view: WorkOrderView | null;
};

export const emptyView: View = {
  camera: null,
  analysis_id: null,
  key_figure_id: null,
  legend: null,
  ramp: null,
  filters: [],
  scope: null,
  selection: null,
  component: null,
  compare: null,
  panels: [],
  layers: [],
  layer_order: [],
  solo: null,
  aggregate: null,
  pattern: null,
  palette: null,
  space: null,
  work_order_id: null,
  finding_view: null,
  work_order_view: null,
};

const ID = /^[a-z0-9][a-z0-9_-]{0,59}$/;
const MAX_PARTS = 32;
/** Layers of the map, and orthomosaics with a setting of their own. */
const MAX_LAYERS = 80;

/** One parameter of the query. `write` answers no texts for an absent part, `read` undefined for a text it cannot read. */
type Part = {
  readonly write: (view: View) => readonly string[];
  readonly read: (texts: readonly string[]) => Partial<View> | undefined;
};

function singlePart<T>(
  write: (view: View) => T | null,
  text: (value: T) => string,
  read: (text: string) => Partial<View> | undefined,
): Part {
  return {
    write: (view) => {
      const value = write(view);
      return value === null ? [] : [text(value)];
    },
    read: (texts) => (texts.length === 1 ? read(texts[0]!) : undefined),
  };
}

function idPart(field: "analysis_id" | "key_figure_id" | "work_order_id"): Part {
  return singlePart(
    (view) => view[field],
    String,
    (text) => {
      const id = positive(text);
      return id === undefined ? undefined : { [field]: id };
    },
  );
}

function readLayers(texts: readonly string[]): Partial<View> | undefined {
  const layers = texts.slice(0, MAX_LAYERS).map((text) => {
    const [id = "", shown, at = ""] = text.split("~");
    const [opacity] = numbers([at]) ?? [];
    const holds = ID.test(id) && (shown === "on" || shown === "off");
    return holds && opacity !== undefined && within(opacity, 0, 1)
      ? { id, visible: shown === "on", opacity }
      : undefined;
  });
  return layers.every((layer) => layer !== undefined) ? { layers } : undefined;
}

function readFilters(texts: readonly string[]): Partial<View> | undefined {
  const filters = texts.slice(0, MAX_PARTS).map(filterFromText);
  return filters.every((filter) => filter !== null) ? { filters } : undefined;
}

function ids(text: string, most: number): string[] | undefined {
  const found = text.split(",");
  return found.length <= most && found.every((id) => ID.test(id)) ? found : undefined;
}

const parts: Readonly<Record<string, Part>> = {
  at: singlePart(
    (view) => view.camera,
    ({ centre: [lon, lat], zoom, bearing, pitch }) =>
      [fixed(lon, 6), fixed(lat, 6), fixed(zoom, 2), fixed(bearing, 1), fixed(pitch, 1)].join(","),
    readCamera,
  ),
  analysis: idPart("analysis_id"),
  key_figure: idPart("key_figure_id"),
  legend: singlePart(
    (view) => view.legend,
    String,
    (legend) => (legend === "ramp" || legend === "classes" ? { legend } : undefined),
  ),
  ramp: singlePart(
    (view) => view.ramp,
    (ramp) => ramp.join(","),
    (text) => {
      const [low, high, more] = numbers(text.split(",")) ?? [];
      if (low === undefined || high === undefined || more !== undefined) return undefined;
      return low < high ? { ramp: [low, high] } : undefined;
    },
  ),
  filter: { write: (view) => view.filters.map(filterToText), read: readFilters },
  scope: singlePart(
    (view) => view.scope,
    String,
    (scope) => (scope === "selected" || scope === "in_view" ? { scope } : undefined),
  ),
  select: singlePart(
    (view) => view.selection,
    selectionToText,
    (text) => {
      const selection = selectionFromText(text);
      return selection && { selection };
    },
  ),
  component: singlePart(
    (view) => view.component,
    ({ component_type, dt_id }) => `${component_type}~${dt_id}`,
    readComponent,
  ),
  compare: singlePart(
    (view) => view.compare,
    ({ analysis_id, mode, position }) => `${analysis_id}~${mode}~${fixed(position, 3)}`,
    readCompare,
  ),
  panel: singlePart(
    (view) => (view.panels.length > 0 ? view.panels : null),
    (panels) => panels.join(","),
    (text) => {
      const panels = ids(text, MAX_PARTS);
      return panels && { panels };
    },
  ),
  layer: {
    write: (view) =>
      view.layers.map(
        ({ id, visible, opacity }) => `${id}~${visible ? "on" : "off"}~${fixed(opacity, 2)}`,
      ),
    read: readLayers,
  },
  order: singlePart(
    (view) => (view.layer_order.length > 0 ? view.layer_order : null),
    (order) => order.join(","),
    (text) => {
      const layer_order = ids(text, MAX_LAYERS);
      return layer_order && { layer_order };
    },
  ),
  solo: singlePart(
    (view) => view.solo,
    String,
    (solo) => (ID.test(solo) ? { solo } : undefined),
  ),
  afar: singlePart(
    (view) => view.aggregate,
    String,
    (text) => {
      const aggregate = aggregates.find((known) => known === text);
      return aggregate && { aggregate };
    },
  ),
  pattern: singlePart(
    (view) => view.pattern,
    () => "off",
    (text) => (text === "off" ? { pattern: false } : undefined),
  ),
  palette: singlePart(
    (view) => view.palette,
    String,
    (text) => {
      const palette = rampIds.find((known) => known === text);
      return palette && { palette };
    },
  ),
  space: singlePart(
    (view) => view.space,
    String,
    (space) => (space === "3d" ? { space } : undefined),
  ),
  work_order: idPart("work_order_id"),
  findings: singlePart(
    (view) => view.finding_view && viewText(view.finding_view),
    String,
    (text) => {
      const finding_view = findingViews.find((known) => viewText(known) === text);
      return finding_view && { finding_view };
    },
  ),
  work_orders: singlePart(
    (view) => view.work_order_view && viewText(view.work_order_view),
    String,
    (text) => {
      const work_order_view = workOrderViews.find((known) => viewText(known) === text);
      return work_order_view && { work_order_view };
    },
  ),
};

/** Names of the parts of a view, which are the parameters of the query. */
export const viewParts: readonly string[] = Object.keys(parts);

/** The query (without `?`) of a view; "" for the empty view. */
export function viewToQuery(view: View): string {
  const query = new URLSearchParams();
  for (const [name, part] of Object.entries(parts)) {
    for (const text of part.write(view)) query.append(name, text);
  }
  return query.toString();
}

/** The view of a query, and the names of its parts that cannot be read. */
export function viewFromQuery(query: string): { view: View; refused: string[] } {
  const given = new URLSearchParams(query);
  let view = emptyView;
  const refused: string[] = [];
  for (const [name, part] of Object.entries(parts)) {
    const texts = given.getAll(name);
    if (texts.length === 0) continue;
    const read = part.read(texts);
    if (read) view = { ...view, ...read };
    else refused.push(name);
  }
  return { view, refused };
}
