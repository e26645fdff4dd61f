// Baseline: MapLibre's own GeoJSON source with a fill layer coloured by an expression.
import {
  Map as MapLibreMap,
  setWorkerUrl,
  type DataDrivenPropertyValueSpecification,
} from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url";
import { countWork, waitForPixels, type Design } from "./design.ts";
import { asGeoJson, DOMAIN, rampColor, type Field, type View } from "./field.ts";

function colorBy(property: string): DataDrivenPropertyValueSpecification<string> {
  const stops = [0, 0.25, 0.5, 0.75, 1].flatMap((t) => {
    const [r, g, b] = rampColor(t);
    return [DOMAIN[0] + t * (DOMAIN[1] - DOMAIN[0]), `rgb(${r},${g},${b})`];
  });
  const ramp = ["interpolate", ["linear"], ["get", property], ...stops];
  // The specification's type cannot follow a list of stops that is made rather than written.
  return ["case", ["has", property], ramp, "#80868b"] as unknown as ReturnType<typeof colorBy>;
}

export async function mapLibreFill(field: Field, view: View): Promise<Design> {
  setWorkerUrl(workerUrl);
  const data = asGeoJson(field);
  const map = new MapLibreMap({
    container: "map",
    style: { version: 8, sources: {}, layers: [] },
    center: [view.longitude, view.latitude],
    zoom: view.zoom,
    maxZoom: 22,
    fadeDuration: 0,
    attributionControl: false,
    pixelRatio: 1,
    canvasContextAttributes: { antialias: false },
  });
  await map.once("load");
  const gl = map.getCanvas().getContext("webgl2")!;
  const work = countWork(gl);
  const idle = async () => {
    // One turn first, so that a change just made counts as work to wait for.
    await new Promise((resolve) => setTimeout(resolve));
    if (!map.loaded() || map.isMoving()) await map.once("idle");
    map.redraw();
    waitForPixels(gl);
  };
  const go = ({ longitude, latitude, zoom }: View) =>
    map.jumpTo({ center: [longitude, latitude], zoom });
  return {
    async first(at) {
      go(at);
      map.addSource("modules", { type: "geojson", data, maxzoom: 18, buffer: 0, tolerance: 0 });
      map.addLayer({
        id: "modules",
        type: "fill",
        source: "modules",
        paint: { "fill-color": colorBy("value"), "fill-antialias": false },
      });
      await idle();
    },
    async switchTo(index) {
      const start = performance.now();
      map.setPaintProperty("modules", "fill-color", colorBy(index === 1 ? "other" : "value"));
      const main = performance.now() - start;
      await idle();
      return main;
    },
    async frame(at) {
      go(at);
      map.redraw();
      waitForPixels(gl);
    },
    pick: (x, y) => map.queryRenderedFeatures([x, y], { layers: ["modules"] }).length,
    lasso(ring) {
      const xs = ring.map(([x]) => x);
      const ys = ring.map(([, y]) => y);
      const box: [[number, number], [number, number]] = [
        [Math.min(...xs), Math.min(...ys)],
        [Math.max(...xs), Math.max(...ys)],
      ];
      return map.queryRenderedFeatures(box, { layers: ["modules"] }).length;
    },
    work,
  };
}
