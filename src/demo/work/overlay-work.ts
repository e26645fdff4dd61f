// The overlay of a plant that is still planned: a drawing of the field, uploaded and chosen.
import { planeAt } from "../../domain/geometry/plane.ts";
import { plantNamed, type DemoWork } from "./demo-call.ts";

/** It has no components yet, so that the drawing hides none. */
const PLANT = "Cerro Pardo";

type Shape = { readonly name: string; readonly metres: readonly (readonly [number, number])[] };

const field: Shape = {
  name: "Planned field",
  metres: [
    [-300, -200],
    [300, -200],
    [300, 200],
    [-300, 200],
    [-300, -200],
  ],
};
const road: Shape = {
  name: "Access road",
  metres: [
    [-300, 0],
    [-520, -60],
    [-700, -260],
  ],
};

export const overlayWork: DemoWork = {
  name: "file_overlay",
  async run({ call }) {
    const { id, lon, lat } = await plantNamed(call, PLANT);
    const form = new FormData();
    form.append("file", new Blob([siteKml([lon, lat])]), `${PLANT} layout.kml`);
    type Stored = { readonly blueprint: { readonly id: number } };
    const { blueprint } = await call<Stored>("POST", `/auth/plant/${id}/blueprint/kml`, form);
    await call("POST", `/auth/plant/${id}`, { file_overlay: blueprint.id });
  },
};

function siteKml(middle: readonly [number, number]): string {
  const plane = planeAt(middle);
  const places = ({ metres }: Shape) =>
    metres.map(([x, y]) => plane.toLonLat(x, y).join(",")).join(" ");
  const polygon = `<Polygon><outerBoundaryIs><LinearRing><coordinates>${places(field)}</coordinates></LinearRing></outerBoundaryIs></Polygon>`;
  const line = `<LineString><coordinates>${places(road)}</coordinates></LineString>`;
  const placemark = (name: string, shape: string) =>
    `<Placemark><name>${name}</name>${shape}</Placemark>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document>
${placemark(field.name, polygon)}
${placemark(road.name, line)}
</Document></kml>
`;
}
