import type { Map as MapLibreMap } from "maplibre-gl";
import { expect, test } from "vitest";
import { linkedMaps, linkedTo } from "./linked-maps.ts";

type Place = { center: [number, number]; zoom: number; bearing: number; pitch: number };

/** As much of a map as links need; as in MapLibre, a jump announces itself while it runs. */
function mapAt(place: Place) {
  const listeners = new Set<(event: object) => void>();
  const events: object[] = [];
  const map = {
    place,
    events,
    getCenter: () => map.place.center,
    getZoom: () => map.place.zoom,
    getBearing: () => map.place.bearing,
    getPitch: () => map.place.pitch,
    on: (_name: "move", listener: (event: object) => void) => listeners.add(listener),
    off: (_name: "move", listener: (event: object) => void) => listeners.delete(listener),
    jumpTo(next: Place, event: object = {}) {
      map.place = next;
      events.push(event);
      for (const listener of listeners) listener(event);
    },
  };
  return map;
}
const asMap = (map: ReturnType<typeof mapAt>) => map as unknown as MapLibreMap;
const here: Place = { center: [-70, -24], zoom: 15, bearing: 10, pitch: 0 };
const there: Place = { center: [-3, 37], zoom: 12, bearing: 0, pitch: 30 };

test("a map that joins takes the place of the others, and each move moves all once", () => {
  const links = linkedMaps();
  const [one, two] = [mapAt(here), mapAt(there)];
  links.join(asMap(one));
  const leave = links.join(asMap(two));
  expect([one.place, two.place]).toEqual([here, here]);
  const originalEvent = "wheel";
  two.jumpTo(there, { originalEvent });
  expect(one.place).toEqual(there);
  expect(one.events).toEqual([{ originalEvent }]);
  one.jumpTo(here);
  expect(two.place).toEqual(here);
  expect([one.events.length, two.events.length]).toEqual([2, 3]);
  expect([linkedTo(asMap(one)), linkedTo(asMap(two))]).toEqual([[two], [one]]);
  leave();
  expect([linkedTo(asMap(one)), linkedTo(asMap(two))]).toEqual([[], []]);
  one.jumpTo(there);
  expect(two.place).toEqual(here);
});
