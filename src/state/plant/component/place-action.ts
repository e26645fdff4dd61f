// What can be done at a component, or at a point on the ground: for the context menu and the palette.
import { atom, type Getter, type Setter } from "jotai";
import { childrenOf } from "../../../domain/component/hierarchy.ts";
import { NO_ROW } from "../../../domain/component/component-index.ts";
import { planeAt, type LonLat } from "../../../domain/geometry/plane.ts";
import { surveyImageApi } from "../../../api/analysis/survey-image.ts";
import { askAtom } from "../../account/ask.ts";
import { hasPermissionAtom } from "../../account/session.ts";
import { guideTo } from "../../field/guide.ts";
import { cameraAtom, flyTo } from "../../map/view.ts";
import { broughtAtom, startObservation, startWithPhotos } from "../../observation/open.ts";
import { copyText } from "../../shell/clipboard.ts";
import { openPanel } from "../../shell/dock.ts";
import { t } from "../../shell/locale.ts";
import { valueOf } from "../../shell/loaded.ts";
import { analysisIdAtom } from "../analysis/analysis.ts";
import { keepInSight, openComponent, parentRows, showOnMap } from "./component.ts";
import { addFilter, filtersAtom, removeFilters } from "../filter/filter.ts";
import { rowImagesAtom } from "../image/open-image.ts";
import { geometryOf, namesOf, twinAtom } from "../plant.ts";
import { openComponentImages, openSpotImages } from "../image/survey-image.ts";
import { clearSelection, select, selectionAtom, type ComponentRow } from "./selection.ts";
import { tableFocusAtom, tableTypeAtom, tableTypesAtom } from "../filter/table.ts";

/** A component, or null on the ground, and the position in degrees. */
export type Place = { readonly component: ComponentRow | null; readonly position: LonLat };

export type PlaceAction = {
  readonly id: string;
  /** Word key of the name. */
  readonly name: string;
  readonly isOffered: (get: Getter, place: Place) => boolean;
  readonly run: (get: Getter, set: Setter, place: Place) => void;
};

/** The centre of a component in degrees; null while the twin is loading. */
export const positionOf = atom((get) => {
  const origin = valueOf(get(twinAtom))?.origin;
  return ({ component_type, row }: ComponentRow): LonLat | null => {
    const geometry = geometryOf(component_type);
    if (!origin || !geometry || row >= geometry.count) return null;
    return planeAt(origin).toLonLat(geometry.centreX[row]!, geometry.centreY[row]!);
  };
});

/** Latitude first, as other maps read it; 0.1 m is enough to find a module. */
export function positionText([lon, lat]: LonLat): string {
  return `${lat.toFixed(6)}, ${lon.toFixed(6)}`;
}

const dtIdOf = ({ component_type, row }: ComponentRow) => namesOf(component_type)?.dtId(row) ?? "";

/** The components with the same parent, itself included. */
function siblingsOf({ component_type, row }: ComponentRow): Uint32Array {
  const parent = geometryOf(component_type)?.parent[row] ?? NO_ROW;
  return childrenOf({ get: geometryOf }, component_type, parent);
}

type AtComponent = {
  readonly id: string;
  readonly isOffered?: (get: Getter, at: ComponentRow) => boolean;
  readonly run: (get: Getter, set: Setter, at: ComponentRow) => void;
};

const atComponent: readonly AtComponent[] = [
  {
    id: "open_card",
    run: (_get, set, at) => {
      set(openComponent, at);
      set(keepInSight, at);
    },
  },
  {
    id: "open_images",
    isOffered: (get, at) =>
      get(rowImagesAtom)(at).length > 0 ||
      (get(analysisIdAtom) !== null && get(hasPermissionAtom)(surveyImageApi.ofPlace.permission)),
    run: (_get, set, at) => {
      set(openComponent, at);
      set(openComponentImages, at);
    },
  },
  {
    id: "add_observation",
    isOffered: (get) => get(askAtom)("observation.create") === null,
    run: (get, set, at) => {
      // Photos that wait for a component have it now.
      const brought = get(broughtAtom);
      set(openComponent, at);
      if (brought) set(startWithPhotos, at, brought);
      else set(startObservation, at);
    },
  },
  { id: "take_me", run: (_get, set, at) => set(guideTo, at) },
  { id: "zoom_to", run: (_get, set, at) => set(showOnMap, at) },
  {
    id: "show_in_table",
    isOffered: (get, { component_type }) => get(tableTypesAtom).includes(component_type),
    run: (_get, set, { component_type, row }) => {
      set(tableTypeAtom, component_type);
      set(openPanel, "table");
      set(tableFocusAtom, { row });
    },
  },
  {
    id: "select",
    run: (_get, set, { component_type, row }) =>
      set(select, { component_type, rows: [row], mode: "toggle" }),
  },
  {
    id: "select_siblings",
    isOffered: (_get, at) => parentRows(at).length > 0,
    run: (_get, set, at) =>
      set(select, { component_type: at.component_type, rows: siblingsOf(at), mode: "replace" }),
  },
  {
    id: "filter_parent",
    isOffered: (_get, at) => parentRows(at).length > 0,
    run: (_get, set, at) => {
      const parent = parentRows(at)[0]!;
      const { component_type } = parent;
      set(addFilter, { kind: "within", component_type, dt_id: dtIdOf(parent) });
    },
  },
  {
    id: "copy_id",
    run: (_get, _set, at) => void copyText(dtIdOf(at), t("place-action:id_copied")),
  },
];

const zoomStep = 2;
const MAX_ZOOM = 22;

type AtPosition = {
  readonly id: string;
  readonly isOffered?: (get: Getter, place: Place) => boolean;
  readonly run: (get: Getter, set: Setter, place: Place) => void;
};

const onTheGround = (_get: Getter, { component }: Place) => component === null;

/** Opens another site in a tab of its own, which learns nothing of this page. */
const openSite = (url: string) => window.open(url, "_blank", "noopener,noreferrer");

const atPosition: readonly AtPosition[] = [
  {
    id: "flight_images",
    isOffered: (get, place) =>
      onTheGround(get, place) &&
      get(analysisIdAtom) !== null &&
      get(hasPermissionAtom)(surveyImageApi.ofPlace.permission),
    run: (_get, set, { position }) => set(openSpotImages, position),
  },
  {
    id: "zoom_here",
    isOffered: onTheGround,
    run: (get, set, { position: centre }) => {
      const camera = get(cameraAtom);
      if (!camera) return;
      const zoom = Math.min(MAX_ZOOM, camera.zoom + zoomStep);
      set(flyTo, { camera: { ...camera, centre, zoom } });
    },
  },
  {
    id: "whole_plant",
    isOffered: (get, place) =>
      onTheGround(get, place) && valueOf(get(twinAtom))?.bounds !== undefined,
    run: (get, set) => {
      const bounds = valueOf(get(twinAtom))?.bounds;
      if (bounds) set(flyTo, { bounds, straight: true });
    },
  },
  {
    id: "copy_position",
    run: (_get, _set, { position }) =>
      void copyText(positionText(position), t("place-action:position_copied")),
  },
  {
    id: "open_street_map",
    run: (_get, _set, { position: [lon, lat] }) => {
      const at = `${lat.toFixed(6)}/${lon.toFixed(6)}`;
      const mark = `mlat=${lat.toFixed(6)}&mlon=${lon.toFixed(6)}`;
      openSite(`https://www.openstreetmap.org/?${mark}#map=19/${at}`);
    },
  },
  {
    id: "google_maps",
    run: (_get, _set, { position: [lon, lat] }) => {
      const query = `${lat.toFixed(6)}%2C${lon.toFixed(6)}`;
      openSite(`https://www.google.com/maps/search/?api=1&query=${query}`);
    },
  },
  {
    id: "clear_selection",
    isOffered: (get, place) => onTheGround(get, place) && get(selectionAtom) !== null,
    run: (_get, set) => set(clearSelection),
  },
  {
    id: "clear_filters",
    isOffered: (get, place) => onTheGround(get, place) && get(filtersAtom).length > 0,
    run: (_get, set) => set(removeFilters, () => true),
  },
];

/** All actions, in the order of the menu. */
export const placeActions: readonly PlaceAction[] = [
  ...atComponent.map(({ id, isOffered, run }): PlaceAction => ({
    id,
    name: `place-action:${id}`,
    isOffered: (get, { component }) => component !== null && (isOffered?.(get, component) ?? true),
    run: (get, set, { component }) => component && run(get, set, component),
  })),
  ...atPosition.map(({ id, isOffered, run }): PlaceAction => ({
    id,
    name: `place-action:${id}`,
    isOffered: (get, place) => isOffered?.(get, place) ?? true,
    run,
  })),
];
