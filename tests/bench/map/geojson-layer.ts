// Baseline: deck.gl's GeoJsonLayer, filled, without strokes, coloured by an accessor.
import { GeoJsonLayer } from "@deck.gl/layers";
import { deckPage } from "./deck-page.ts";
import type { Design } from "./design.ts";
import { asGeoJson, LIMITS, valueColor, type Field, type View } from "./field.ts";

type Picked = { readonly properties: { readonly row: number } };

export async function geoJsonLayer(field: Field, view: View): Promise<Design> {
  const page = await deckPage(view);
  const data = asGeoJson(field);
  let current = view;
  let column = 0;
  const layer = () =>
    new GeoJsonLayer<{ row: number }>({
      id: "geojson",
      data,
      filled: true,
      stroked: false,
      pickable: true,
      getFillColor: (feature) => valueColor(field.columns[column]![feature.properties.row]!),
      updateTriggers: { getFillColor: column },
    });
  return {
    async first(at) {
      current = at;
      page.apply([layer()]);
      page.draw(at);
    },
    async switchTo(index) {
      column = index;
      const start = performance.now();
      page.apply([layer()]);
      const main = performance.now() - start;
      page.draw(current);
      return main;
    },
    async frame(at) {
      current = at;
      page.draw(at);
    },
    pick: (x, y) => (page.deck.pickObject({ x, y }) ? 1 : 0),
    // It finds a module on the screen; the others of its tracker are found by going through all.
    tip(x, y) {
      const row = (page.deck.pickObject({ x, y })?.object as Picked | undefined)?.properties.row;
      if (row === undefined) return null;
      const tracker = field.modules.parent[row];
      const parts = data.features.filter(({ properties }) => properties?.["tracker"] === tracker);
      const values = parts.flatMap(({ properties }) => (properties?.["value"] as number) ?? []);
      return {
        past: values.filter((value) => value >= LIMITS[2]).length,
        worst: Math.max(...values),
      };
    },
    // It knows boxes only, and what is not on the screen it does not find.
    // It looks every object up by going through all: 9 s at a hundred thousand, 365 s at a million.
    lasso(ring) {
      if (data.features.length > 200_000) return null;
      const xs = ring.map(([x]) => x);
      const ys = ring.map(([, y]) => y);
      const x = Math.min(...xs);
      const y = Math.min(...ys);
      const box = { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
      return page.deck.pickObjects({ ...box, maxObjects: null }).length;
    },
    work: page.work,
  };
}
