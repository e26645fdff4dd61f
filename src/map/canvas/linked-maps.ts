// Maps that show the same place: a move of one moves the others.
import type { Map as MapLibreMap } from "maplibre-gl";

type Moved = { readonly originalEvent?: unknown };

export type LinkedMaps = {
  /** The map takes the place of those already linked; the returned function unlinks it. */
  readonly join: (map: MapLibreMap) => () => void;
};

const links = new WeakMap<MapLibreMap, ReadonlySet<MapLibreMap>>();

/** The other maps that show the same place. */
export function linkedTo(map: MapLibreMap): MapLibreMap[] {
  return [...(links.get(map) ?? [])].filter((one) => one !== map);
}

/** @param onChange called when a map joins or leaves: what covers it then counts, or counts no more */
export function linkedMaps(onChange: () => void = () => {}): LinkedMaps {
  const maps = new Set<MapLibreMap>();
  let isFollowing = false;
  const follow = (one: MapLibreMap, others: Iterable<MapLibreMap>, { originalEvent }: Moved) => {
    if (isFollowing) return;
    isFollowing = true;
    const center = one.getCenter();
    const [zoom, bearing, pitch] = [one.getZoom(), one.getBearing(), one.getPitch()];
    for (const other of others) {
      if (other === one) continue;
      // With the event of the user, who thereby ends a flight of the other map, too.
      other.jumpTo({ center, zoom, bearing, pitch }, originalEvent ? { originalEvent } : undefined);
    }
    isFollowing = false;
  };
  return {
    join(map) {
      const [first] = maps;
      if (first) follow(first, [map], {});
      maps.add(map);
      links.set(map, maps);
      onChange();
      const moved = (event: Moved) => follow(map, maps, event);
      map.on("move", moved);
      return () => {
        maps.delete(map);
        links.delete(map);
        map.off("move", moved);
        onChange();
      };
    },
  };
}
