// Maps that show the same place: a move of one moves the others.
import type { Map as MapLibreMap } from "maplibre-gl";

type Moved = { readonly originalEvent?: unknown };

export type LinkedMaps = {
  /** The map takes the place of those already linked; the returned function unlinks it. */
  readonly join: (map: MapLibreMap) => () => void;
};

export function linkedMaps(): LinkedMaps {
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
      const moved = (event: Moved) => follow(map, maps, event);
      map.on("move", moved);
      return () => {
        maps.delete(map);
        map.off("move", moved);
      };
    },
  };
}
