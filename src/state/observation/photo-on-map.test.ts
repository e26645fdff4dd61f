// @vitest-environment happy-dom
// Which photo lies below the pointer, against distances on a sphere; what its tooltip says, and what it opens.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { loadWords, startWords } from "../../client/i18n.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import { fadeLayer, layerEntriesAtom, moveLayer, showLayer } from "../map/layer.ts";
import { spaceAtom } from "../map/space.ts";
import { answers } from "../plant/two-plants.fixture.ts";
import { photoPositionsAtom } from "./map.ts";
import { imageAt, manyObservations, observationAt, openedWith } from "./observed.fixture.ts";
import { openPhotoAtom, photoPlaceAtom, shownPhotosAtom, stepPhoto } from "./open-photo.ts";
import {
  hoveredPhotoAtom,
  hoverPhoto,
  openPhotoAt,
  photoHoverWordsAtom,
  type Spot,
} from "./photo-on-map.ts";

vi.mock(
  "../../client/call.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).client,
);
vi.mock(
  "../../client/plant-data.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).worker,
);

const LAT = 37;
type Image = Observation["images"][number];
const photoAt = (id: number, lon: number, lat = LAT, more: Partial<Image> = {}): Image => ({
  ...imageAt(id, lon),
  lat,
  ...more,
});
const layer = (id: string) => ({
  id,
  name: id,
  group: "field" as const,
  visible: true,
  opacity: 1,
  fixed: false,
});
const usual = { ...answers };
let opened: Awaited<ReturnType<typeof openedWith>>;

async function open(all: readonly Observation[]): Promise<void> {
  opened = await openedWith(all);
  opened.store.set(layerEntriesAtom, [layer("components"), layer("observation_photos")]);
  for (const one of [photoPositionsAtom, shownPhotosAtom]) {
    opened.store.sub(one, () => undefined);
  }
  await vi.waitUntil(() => opened.store.get(photoPositionsAtom) !== null);
}
beforeEach(async () => {
  await startWords("en");
  await loadWords(() => true);
});
afterEach(() => {
  opened.close();
  for (const key of Object.keys(answers)) if (!(key in usual)) delete answers[key];
});

const spot = (lon: number, lat: number, reach: number, more: Partial<Spot> = {}): Spot => ({
  place: [lon, lat],
  reach,
  component: null,
  ...more,
});
const hovered = (at: Spot | null) => {
  opened.store.set(hoverPhoto, at);
  return opened.store.get(hoveredPhotoAtom);
};
const fileAt = (at: Spot) => hovered(at)?.photo.file_id;
const openFiles = () => opened.store.get(shownPhotosAtom).map(({ image }) => image.file_id);

/** Metres between two places on a sphere of Web Mercator's radius, by the haversine formula. */
function metresOnSphere(lon1: number, lat1: number, lon2: number, lat2: number): number {
  const rad = Math.PI / 180;
  const a =
    Math.sin(((lat2 - lat1) * rad) / 2) ** 2 +
    Math.cos(lat1 * rad) * Math.cos(lat2 * rad) * Math.sin(((lon2 - lon1) * rad) / 2) ** 2;
  return 2 * 6378137 * Math.asin(Math.sqrt(a));
}

describe("below the pointer", () => {
  test("lies the nearest photo within reach, as measured on a sphere", async () => {
    const all = manyObservations(120, 7).map((one, at) => ({
      ...one,
      images: one.images.map((image) =>
        image.lon === null ? image : { ...image, lon: -3 + (at % 11) / 1e4, lat: 37 + at / 1e5 },
      ),
    }));
    await open(all);
    const photos = all.flatMap(({ images }) => images.filter(({ lon }) => lon !== null));
    let found = 0;
    for (let at = 0; at < 60; at += 1) {
      const [lon, lat, reach] = [-3 + at / 6e4, 37 + at / 5e4, 2 + at];
      const near = photos
        .map(({ file_id, ...image }) => ({
          file_id,
          metres: metresOnSphere(lon, lat, image.lon!, image.lat!),
        }))
        .filter(({ metres }) => metres <= reach)
        .toSorted((one, other) => one.metres - other.metres);
      const below = hovered(spot(lon, lat, reach));
      const own = near.find(({ file_id }) => file_id === below?.photo.file_id);
      // Of two that are equally far on the sphere, either is right.
      expect(own?.metres ?? 0).toBeCloseTo(near[0]?.metres ?? 0, 3);
      expect(below?.count ?? 0).toBe(near.length);
      if (near.length > 0) found += 1;
    }
    expect(found).toBeGreaterThan(20);
    expect(found).toBeLessThan(60);
  });

  test("of several at one place the one that is drawn last is meant", async () => {
    await open([observationAt(1, { images: [photoAt(1, -3), photoAt(2, -3)] })]);
    expect(fileAt(spot(-3, LAT, 1))).toBe("file-2");
  });

  test("is none while the layer is hidden, in 3D, or once the pointer has left", async () => {
    await open([observationAt(1, { images: [photoAt(1, -3)] })]);
    const { store } = opened;
    const here = spot(-3, LAT, 1);
    expect(store.set(hoverPhoto, here)).toBe(true);
    expect(hovered(null)).toBeNull();
    store.set(hoverPhoto, here);
    store.set(showLayer, "observation_photos", false);
    expect(store.get(hoveredPhotoAtom)).toBeNull();
    expect(store.set(openPhotoAt, here)).toBe(false);
    store.set(showLayer, "observation_photos", true);
    store.set(fadeLayer, "observation_photos", 0);
    expect(store.set(openPhotoAt, here)).toBe(false);
    store.set(fadeLayer, "observation_photos", 0.2);
    store.set(spaceAtom, "3d");
    expect(store.set(openPhotoAt, here)).toBe(false);
    store.set(spaceAtom, null);
    expect(store.get(openPhotoAtom)).toBeNull();
    expect(store.set(openPhotoAt, here)).toBe(true);
  });

  test("a component hides the photo only where its layer was moved above", async () => {
    await open([observationAt(1, { images: [photoAt(1, -3)] })]);
    const { store } = opened;
    const over = spot(-3, LAT, 1, { component: { component_type: "module", row: 1 } });
    expect(fileAt(over)).toBe("file-1");
    store.set(moveLayer, "observation_photos", 0);
    expect(fileAt(over)).toBeUndefined();
    expect(fileAt(spot(-3, LAT, 1))).toBe("file-1");
    store.set(showLayer, "components", false);
    expect(fileAt(over)).toBe("file-1");
  });
});

test("the tooltip names the component, the time, the file and how many lie there", async () => {
  const taken_at = "2026-03-04T09:30:00.000Z";
  await open([
    observationAt(1, { images: [photoAt(1, -3, LAT, { taken_at })] }),
    observationAt(2, { images: [photoAt(2, -3.001), photoAt(3, -3.001)] }),
  ]);
  const wordsAt = (lon: number) => {
    opened.store.set(hoverPhoto, spot(lon, LAT, 1));
    return opened.store.get(photoHoverWordsAtom);
  };
  expect(wordsAt(-3)).toMatchObject({
    name: "Photo: Module module-1",
    lines: [expect.stringMatching(/^Taken on .*2026/), "1.jpg"],
  });
  expect(wordsAt(-3.001)?.lines).toEqual([
    expect.stringMatching(/^The photo does not say when it was taken. Observed on .*2026/),
    "3.jpg",
    "2 photos at this place",
  ]);
  expect(wordsAt(-3.01)).toBeNull();
});

describe("a pressed photo", () => {
  // A thousandth of a degree of longitude is 89 m here.
  const near = [
    observationAt(1, { images: [photoAt(10, -3), photoAt(11, -2.9), photoAt(12, -3.00005)] }),
    observationAt(2, { images: [photoAt(20, -3.0001), photoAt(21, -3.002)] }),
    observationAt(1, { id: 1500, external_id: "again", images: [photoAt(13, -2.8)] }),
  ];

  test("opens first, then those around it, then the others of its component", async () => {
    await open(near);
    opened.store.set(openPhotoAt, spot(-3, LAT, 1));
    expect(opened.store.get(openPhotoAtom)).toMatchObject({
      observation_id: 1001,
      file_id: "file-10",
    });
    expect(openFiles()).toEqual(["file-10", "file-12", "file-20", "file-11", "file-13"]);
    expect(opened.store.get(photoPlaceAtom)).toBe(0);
  });

  test("is followed by all below the pointer where the map is far out", async () => {
    await open(near);
    opened.store.set(openPhotoAt, spot(-3, LAT, 200));
    expect(openFiles()).toEqual(["file-10", "file-12", "file-20", "file-21", "file-11", "file-13"]);
  });

  test("keeps the same neighbours while one steps through them, and stops at the ends", async () => {
    await open(near);
    const { store } = opened;
    store.set(openPhotoAt, spot(-3, LAT, 1));
    const files = openFiles();
    const steps = [-1, 1, 1, 1, 1, 1] as const;
    const places = steps.map((step) => {
      store.set(stepPhoto, step);
      expect(openFiles()).toEqual(files);
      return store.get(openPhotoAtom)?.file_id;
    });
    expect(places).toEqual([...files.slice(0, 1), ...files.slice(1), files.at(-1)]);
    expect(store.get(openPhotoAtom)?.observation_id).toBe(1500);
  });

  test("is shown with those of its component where it was opened from the list", async () => {
    await open(near);
    opened.store.set(openPhotoAtom, { observation_id: 1002, file_id: "file-21" });
    expect(openFiles()).toEqual(["file-20", "file-21"]);
    expect(opened.store.get(photoPlaceAtom)).toBe(1);
  });
});
