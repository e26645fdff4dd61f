// Edits of flight areas by the modes of editable-layers. A mode gets the areas and one event, and proposes what they
// would be; it remembers nothing. The rules of the product take the proposal or refuse it. See decisions/drawing.md.
import {
  DrawLineStringMode,
  DrawPointMode,
  DrawPolygonMode,
  ModifyMode,
  type DraggingEvent,
  type EditAction,
  type ModeProps,
  type Pick,
  type SimpleFeatureCollection,
} from "@deck.gl-community/editable-layers";
import type { Feature, FeatureCollection, Point, Polygon } from "geojson";
import {
  areaKinds,
  type AreaKind,
  type CornerAt,
  type ShapeGrip,
} from "../../domain/flight/area/area-draft.ts";
import type {
  FlightAreas,
  FlightPolygon,
  Place,
  TakeOff,
} from "../../domain/flight/route/flight-route.ts";

type Edit = EditAction<SimpleFeatureCollection>;
/** Polygons of all kinds and then take-off positions, as the modes read them. */
function featuresOf({ flight, no_fly, take_offs }: FlightAreas): SimpleFeatureCollection {
  const polygons = (kind: AreaKind, all: readonly FlightPolygon[]) =>
    all.map((rings): Feature<Polygon> => ({
      type: "Feature",
      properties: { kind },
      geometry: { type: "Polygon", coordinates: rings as unknown as Polygon["coordinates"] },
    }));
  const points = take_offs.map(({ place, elevation_m, name }): Feature<Point> => ({
    type: "Feature",
    properties: { elevation_m, name },
    geometry: { type: "Point", coordinates: [...place] },
  }));
  return {
    type: "FeatureCollection",
    features: [...polygons("flight", flight), ...polygons("no_fly", no_fly), ...points],
  };
}

/** The modes know no obstacles, and polygons keep their order, so that their names stay. */
function areasOf(
  { features }: SimpleFeatureCollection,
  { names, obstacles }: FlightAreas,
): FlightAreas {
  const polygons = (kind: AreaKind) =>
    features.flatMap(({ geometry, properties }) =>
      geometry.type === "Polygon" && properties?.["kind"] === kind
        ? [geometry.coordinates as [number, number][][]]
        : [],
    );
  const take_offs = features.flatMap(({ geometry, properties }): TakeOff[] => {
    if (geometry.type !== "Point") return [];
    const { elevation_m = null, name } = (properties ?? {}) as Partial<TakeOff>;
    const place = geometry.coordinates as [number, number];
    return [{ place, elevation_m, ...(name !== undefined && { name }) }];
  });
  const all = { flight: polygons("flight"), no_fly: polygons("no_fly"), take_offs };
  return { ...all, ...(names && { names }), ...(obstacles && { obstacles }) };
}

/** What was proposed last; null where the mode proposes nothing. */
function proposal(
  data: SimpleFeatureCollection,
  act: (props: ModeProps<SimpleFeatureCollection>) => void,
): Edit | null {
  const edits: Edit[] = [];
  act(propsOf(data, (edit) => edits.push(edit)));
  return edits.at(-1) ?? null;
}

function propsOf<Data extends FeatureCollection>(
  data: Data,
  onEdit: (edit: EditAction<Data>) => void = () => {},
): ModeProps<Data> {
  return {
    data,
    // The rule of the product says why an outline may not cross itself, and where.
    modeConfig: { allowSelfIntersection: true },
    selectedIndexes: data.features.flatMap(({ geometry }, at) =>
      geometry.type === "Polygon" ? [at] : [],
    ),
    cursor: null,
    lastPointerMoveEvent: undefined as never,
    onEdit,
    onUpdateCursor: () => {},
  };
}

/** The pointer at a place, over what the product has found there: the modes would ask the graphics card. */
function eventAt(place: Place, picks: Pick[]): DraggingEvent {
  const mapCoords = [...place];
  return {
    screenCoords: [0, 0],
    mapCoords,
    picks,
    sourceEvent: null,
    pointerDownPicks: picks,
    pointerDownScreenCoords: [0, 0],
    pointerDownMapCoords: mapCoords,
    cancelPan: () => {},
  };
}

function handlePick(
  editHandleType: "existing" | "intermediate",
  featureIndex: number,
  positionIndexes: number[],
): Pick {
  const properties = { guideType: "editHandle", editHandleType, featureIndex, positionIndexes };
  return { index: featureIndex, isGuide: true, object: { type: "Feature", properties } };
}

function pickOf({ flight, no_fly }: FlightAreas, hit: ShapeGrip): Pick {
  if (hit.is === "take_off")
    return handlePick("existing", flight.length + no_fly.length + hit.at, []);
  const feature = hit.kind === "flight" ? hit.polygon : flight.length + hit.polygon;
  return hit.is === "corner"
    ? handlePick("existing", feature, [hit.ring, hit.corner])
    : handlePick("intermediate", feature, [hit.ring, hit.corner + 1]);
}

/** The areas with what was hit moved to the place. A new corner is made on an edge. */
export function moved(areas: FlightAreas, hit: ShapeGrip, place: Place): FlightAreas {
  const mode = new ModifyMode();
  const event = eventAt(place, [pickOf(areas, hit)]);
  const before = featuresOf(areas);
  const added = proposal(before, (props) => mode.handleStartDragging(event, props));
  const data = added?.updatedData ?? before;
  const edit = proposal(data, (props) => mode.handleStopDragging(event, props));
  return edit ? areasOf(edit.updatedData, areas) : areas;
}

/** The areas with another take-off position, whose height is not known. */
export function withTakeOff(areas: FlightAreas, place: Place): FlightAreas {
  const mode = new DrawPointMode();
  const data = featuresOf(areas);
  const edit = proposal(data, (props) => mode.handleClick(eventAt(place, []), props));
  return edit ? areasOf(edit.updatedData, areas) : areas;
}

/** A line of corners that is drawn: it divides polygons, or becomes an outline. */
export type AreaPath = { readonly corners: readonly Place[]; readonly isLine: boolean };

function modeOf({ corners, isLine }: AreaPath): DrawLineStringMode | DrawPolygonMode {
  const mode = isLine ? new DrawLineStringMode() : new DrawPolygonMode();
  for (const corner of corners) mode.addClickSequence(eventAt(corner, []));
  return mode;
}

/**
 * What a click proposes to a path: its next corner, or its end.
 * @param isAtEnd whether the click is on the corner that ends the path
 */
export function clicked(path: AreaPath, place: Place, isAtEnd: boolean): "corner" | "end" | null {
  // An outline is a line until it ends: the mode of outlines ends them eleven metres from the first corner already.
  const mode = modeOf(isAtEnd ? path : { ...path, isLine: true });
  const last = path.isLine ? path.corners.length - 1 : 0;
  const picks = isAtEnd ? [handlePick("existing", -1, [last])] : [];
  const none = featuresOf({ flight: [], no_fly: [], take_offs: [] });
  const edit = proposal(none, (props) => mode.handleClick(eventAt(place, picks), props));
  if (edit?.editType === "addTentativePosition") return "corner";
  return edit?.editType === "addFeature" ? "end" : null;
}

/** The line of a path as it is drawn: an outline closes itself from three corners on. */
export function lineOf(path: AreaPath): readonly Place[] {
  const props = propsOf<FeatureCollection>({ type: "FeatureCollection", features: [] });
  const guides = modeOf(path).getGuides(props).features;
  const tentative = guides.find(({ properties }) => properties.guideType === "tentative")?.geometry;
  if (tentative?.type === "LineString") return tentative.coordinates as [number, number][];
  return tentative?.type === "Polygon" ? (tentative.coordinates[0] as [number, number][]) : [];
}

/** The corners of all polygons, which can be moved. */
export function cornersOf(areas: FlightAreas): { at: CornerAt; place: Place }[] {
  const { features } = new ModifyMode().getGuides(propsOf(featuresOf(areas)));
  return features.flatMap(({ geometry, properties }) => {
    if (properties.guideType !== "editHandle" || geometry.type !== "Point") return [];
    const { featureIndex, positionIndexes: [ring = 0, corner = 0] = [] } = properties;
    const kind = areaKinds[featureIndex < areas.flight.length ? 0 : 1];
    const polygon = kind === "flight" ? featureIndex : featureIndex - areas.flight.length;
    return [
      { at: { kind, polygon, ring, corner }, place: geometry.coordinates as [number, number] },
    ];
  });
}
