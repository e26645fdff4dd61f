// What people mark in images of the flight and in pictures of a result: stored, listed, and on which component.
import { atom, type Atom } from "jotai";
import { api } from "../../../api/index.ts";
import { call } from "../../../client/call.ts";
import { componentTypeIds } from "../../../domain/component/component.ts";
import type { Geometry } from "../../../domain/component/component-index.ts";
import type { ComponentRow } from "../../../domain/component/hierarchy.ts";
import { insideRing, ringOf } from "../../../domain/component/ring.ts";
import { planeAt, type LonLat } from "../../../domain/geometry/plane.ts";
import type { Annotation, AnnotationFields } from "../../../domain/image/annotation.ts";
import type { LookSource, Picture } from "../../../domain/image/look.ts";
import { startObservation } from "../../observation/open.ts";
import { t } from "../../shell/locale.ts";
import { valueOf, type Loaded } from "../../shell/loaded.ts";
import { queriesById, reload } from "../../shell/query.ts";
import { componentName } from "../component/component-words.ts";
import { openComponent } from "../component/component.ts";
import { geometryOf, twinAtom } from "../plant.ts";
import { imagedPlaceAtom } from "./survey-image.ts";

type ImageOf = {
  readonly analysis_id: number;
  readonly image_id: number;
  readonly source: LookSource;
};

const callsOf = { flight: api.surveyImage, result: api.resultImage } as const;

const key = (one: string) => ["image-annotations", one];
const idOf = ({ analysis_id, image_id, source }: ImageOf) => `${source} ${analysis_id} ${image_id}`;

const byImage = queriesById((one: string) => {
  const [source, analysis, image] = one.split(" ");
  const params = { id: Number(analysis), image_id: Number(image) };
  const { annotations } = callsOf[source as LookSource];
  return { key: key(one), ask: (options) => call(annotations, { params }, options) };
});

/** The marks in a picture, the oldest first. */
export const marksOf = (
  analysis_id: number,
  { source, id }: Pick<Picture, "source" | "id">,
): Atom<Loaded<readonly Annotation[]>> => byImage(idOf({ analysis_id, image_id: id, source }));

/** Stores a mark. Rejects with the refusal. */
export const annotate = atom(null, async (_get, _set, image: ImageOf, body: AnnotationFields) => {
  const { analysis_id: id, image_id } = image;
  const stored = await call(callsOf[image.source].annotate, { params: { id, image_id }, body });
  await reload(key(idOf(image)));
  return stored;
});

/** Deletes a mark. Rejects with the refusal. */
export const removeAnnotation = atom(
  null,
  async (_get, _set, image: ImageOf, annotation_id: number) => {
    const { analysis_id: id, image_id } = image;
    await call(callsOf[image.source].removeAnnotation, { params: { id, image_id, annotation_id } });
    await reload(key(idOf(image)));
  },
);

/** Metres beside a component within which a mark still means it: the place of a camera is not better known. */
const BESIDE_M = 1.5;

/**
 * The component at a place, of the lowest type that has one there: that whose outline holds it, else the nearest
 * whose rectangle is at most 1.5 m away. Null where there is none.
 */
export function componentAtPlace(
  geometries: (type: (typeof componentTypeIds)[number]) => Geometry | null | undefined,
  origin: LonLat,
  [lon, lat]: LonLat,
): ComponentRow | null {
  const [x, y] = planeAt(origin).toPlane(lon, lat);
  for (const component_type of componentTypeIds.toReversed()) {
    const geometry = geometries(component_type);
    const row = geometry ? nearestRow(geometry, x, y) : null;
    if (row !== null) return { component_type, row };
  }
  return null;
}

function nearestRow(geometry: Geometry, x: number, y: number): number | null {
  const { count, centreX, centreY, length, width, rotation } = geometry;
  let [best, least] = [-1, BESIDE_M];
  for (let row = 0; row < count; row++) {
    // Removed components have no length.
    if (!(length[row]! > 0)) continue;
    const [dx, dy] = [x - centreX[row]!, y - centreY[row]!];
    const half = (length[row]! + width[row]!) / 2;
    if (Math.abs(dx) > half + BESIDE_M || Math.abs(dy) > half + BESIDE_M) continue;
    const ring = ringOf(geometry, row);
    if (ring && insideRing(ring, x, y)) return row;
    const [cos, sin] = [Math.cos(rotation[row]!), Math.sin(rotation[row]!)];
    const along = Math.max(0, Math.abs(dx * cos + dy * sin) - length[row]! / 2);
    const across = Math.max(0, Math.abs(dy * cos - dx * sin) - width[row]! / 2);
    const beside = Math.hypot(along, across);
    if (beside < least) [best, least] = [row, beside];
    if (beside === 0 && !ring) return row;
  }
  return best < 0 ? null : best;
}

/** The component that a mark lies on; null without one, or while the twin is loading. */
export const annotatedAtom = atom((get) => {
  const origin = valueOf(get(twinAtom))?.origin;
  return ({ place }: Annotation): ComponentRow | null =>
    place && origin ? componentAtPlace(geometryOf, origin, place) : null;
});

/** "Box on A1.2: cracked glass", for the notes of an observation. */
function wordsOf({ kind, text }: Annotation, at: ComponentRow): string {
  const mark = t("survey-image:annotation.on", {
    kind: t(`survey-image:annotation.kind.${kind}`),
    name: componentName(at),
  });
  return text === "" ? mark : `${mark}: ${text}`;
}

/** Closes the images and opens the form of an observation of the component, with the words of the mark. */
export const observeAnnotation = atom(
  null,
  (_get, set, annotation: Annotation, at: ComponentRow, file_name: string) => {
    set(imagedPlaceAtom, null);
    set(startObservation, at, `${wordsOf(annotation, at)} (${file_name})`);
  },
);

/** Closes the images and opens the card of the component, where its values can be changed. */
export const openAnnotated = atom(null, (_get, set, at: ComponentRow) => {
  set(imagedPlaceAtom, null);
  set(openComponent, at);
});
