// Obstacles of other people's files: what is one, and how high it is.
import { strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import type { FlightAreas } from "../route/flight-route.ts";
import { areasOf } from "./feature-area.ts";
import { featuresToGeoJson } from "./feature-geojson.ts";
import { featuresToKml } from "./feature-kml.ts";
import { areaFeatures } from "./map-feature.ts";
import { openAreas, openRoutes } from "./route-open.ts";

type Properties = Record<string, unknown>;
const shapes = {
  point: { type: "Point", coordinates: [0, 0] },
  line: {
    type: "LineString",
    coordinates: [
      [0, 0],
      [0.001, 0],
    ],
  },
  area: {
    type: "Polygon",
    coordinates: [
      [
        [0, 0],
        [0.001, 0],
        [0.001, 0.001],
        [0, 0],
      ],
    ],
  },
};
const other = { type: "Feature", properties: { name: "Vuelo" }, geometry: shapes.area };
const opened = (properties: Properties, form: keyof typeof shapes = "line") => {
  const feature = { type: "Feature", properties, geometry: shapes[form] };
  const file = JSON.stringify({ type: "FeatureCollection", features: [feature, other] });
  const [item, ...more] = openAreas(strToU8(file), "a.geojson").items;
  return more.length === 0 ? null : { kind: item!.kind, height_m: item!.obstacle.height_m };
};
const heightOf = (properties: Properties) => opened({ name: "Torre", ...properties })?.height_m;

describe("the height of an obstacle", () => {
  it.each([
    [{ height: 25 }, 25],
    [{ altura: "25" }, 25],
    [{ "Altura (m)": "25,5" }, 25.5],
    [{ alto: "12.5 m" }, 12.5],
    [{ Höhe: "18 m" }, 18],
    [{ HEIGHT_FT: 82 }, 24.99],
    [{ height: "82 ft" }, 24.99],
    [{ height: "82'" }, 24.99],
    [{ tower_height: "30 m AGL" }, 30],
    // Not one height, none of an obstacle, or a number with two meanings: a person enters it.
    [{ height: 25, altura: 30 }, null],
    [{ height: "1,200" }, null],
    [{ height: "20-25" }, null],
    [{ height: 0 }, null],
    [{ height: 2600 }, null],
    [{ elevation: 1200 }, null],
    [{ "altura de vuelo": 60 }, null],
    [{ max_height: 120 }, null],
    [{ text_height: 12 }, null],
    [{ height_msl: 400 }, null],
    [{}, null],
  ])("of %j is %s", (properties, metres) => {
    expect(heightOf(properties)).toBe(metres);
  });

  it("is that of coordinates only where KML says that they are above ground", () => {
    const height = (mode: string) => {
      const kml = `<kml><Document><Placemark><name>Torre</name><LineString><altitudeMode>${mode}</altitudeMode><coordinates>0,0,25 0.001,0,28</coordinates></LineString></Placemark></Document></kml>`;
      return openAreas(strToU8(kml), "a.kml").items[0]?.obstacle.height_m;
    };
    expect(height("relativeToGround")).toBe(28);
    expect(height("absolute")).toBeNull();
    expect(height("clampToGround")).toBeNull();
  });
});

describe("a feature", () => {
  it.each([
    ["Línea eléctrica 110 kV", "line"],
    ["Linha de transmissão", "line"],
    ["Power line", "line"],
    ["Hochspannungsleitung", "line"],
    ["Antena", "point"],
    ["Chimney", "point"],
  ] as const)("called %j is an obstacle, and its height is asked for", (name, form) => {
    expect(opened({ name }, form)).toEqual({ kind: "obstacle", height_m: null });
  });

  it("is none by a word that also names something else, and is asked for where it has a height", () => {
    expect(opened({ name: "Línea 3" })).toBeNull();
    expect(opened({ name: "Camino" })).toBeNull();
    expect(opened({ name: "A-4", height: 25 })).toEqual({ kind: null, height_m: 25 });
  });

  it("of an outline is one with a word and a height, and is asked for with either", () => {
    expect(opened({ name: "Subestación", altura: 9 }, "area")).toEqual({
      kind: "obstacle",
      height_m: 9,
    });
    expect(opened({ name: "Subestación" }, "area")).toEqual({ kind: null, height_m: null });
    expect(opened({ name: "Zona A", height: 9 }, "area")?.kind).not.toBe("obstacle");
    expect(opened({ name: "No volar: torre", height: 40 }, "area")?.kind).toBe("no_fly");
  });
});

it("files of our own give obstacles back, and no route", () => {
  const places = [
    [-69.9, -20.3],
    [-69.89, -20.3],
    [-69.89, -20.29],
  ] as const;
  const areas: FlightAreas = {
    flight: [[[...places, places[0]]]],
    no_fly: [],
    take_offs: [{ place: [-69.9, -20.301], elevation_m: null }],
    obstacles: [
      { form: "point", places: [places[0]], height_m: 40, name: "Mast 1" },
      { form: "line", places, height_m: 25.5 },
      { form: "area", places, height_m: 8, name: "Vuelo" },
    ],
  };
  for (const [write, file] of [
    [featuresToKml, "a.kml"],
    [featuresToGeoJson, "a.geojson"],
  ] as const) {
    const bytes = strToU8(write("A", areaFeatures(areas)));
    const { items } = openAreas(bytes, file);
    expect(items.map(({ kind }) => kind)).toEqual([
      "flight",
      "take_off",
      "obstacle",
      "obstacle",
      "obstacle",
    ]);
    expect(areasOf(items).obstacles).toEqual(areas.obstacles);
    expect(() => openRoutes(bytes, file)).toThrow();
  }
});
