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

const inFolders = (name: string, folders: readonly string[], form: "line" | "point") => {
  const shape =
    form === "point"
      ? "<Point><coordinates>0,0</coordinates></Point>"
      : "<LineString><coordinates>0,0 0.001,0</coordinates></LineString>";
  const placemark = `<Placemark><name>${name}</name>${shape}</Placemark>`;
  const whole = folders.reduceRight(
    (text, folder) => `<Folder><name>${folder}</name>${text}</Folder>`,
    placemark,
  );
  const zone =
    "<Placemark><name>Vuelo</name><Polygon><outerBoundaryIs><LinearRing><coordinates>1,1 1.001,1 1.001,1.001 1,1</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>";
  const kml = `<kml><Document>${zone}${whole}</Document></kml>`;
  return openAreas(strToU8(kml), "a.kml").items.find((item) => item.name === name);
};

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
    // A part of a building, the space below a wire, and the middle of a rotor are not its top.
    [{ roof_height: 3 }, null],
    [{ "Altura del alero": 4 }, null],
    [{ wire_height: 8 }, null],
    [{ clearance_height: 5 }, null],
    [{ hub_height: 90 }, null],
    [{ height: 12, roof_height: 3 }, 12],
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

  it.each([
    ["Obstacle 1", []],
    ["Obstáculo: línea eléctrica", []],
    ["Danger: power line", []],
    ["Hindernis 3", []],
    ["LT 4", ["Obstáculos"]],
    ["Línea eléctrica", ["Restricciones"]],
    ["Silo", ["Zona de vuelo"]],
  ] as const)("that is an open line %j in %j is an obstacle", (name, folders) => {
    expect(inFolders(name, folders, "line")?.kind).toBe("obstacle");
  });

  it("is asked for where only a folder, a description or a word that forbids says it", () => {
    expect(inFolders("LT 4", ["Líneas eléctricas"], "line")?.kind).toBeNull();
    expect(inFolders("Borde", ["Restricciones"], "line")?.kind).toBeNull();
    expect(opened({ name: "A-4", description: "Torre" })).toEqual({ kind: null, height_m: null });
    expect(inFolders("P1", ["Obstáculos"], "point")?.kind).toBe("obstacle");
    expect(inFolders("P1", ["Torres"], "point")?.kind).toBeNull();
    expect(inFolders("A", ["Norte"], "line")).toBeUndefined();
  });

  it("is none by a word inside another one", () => {
    const zone = { name: "Zona de vuelo", description: "Extensión norte", height: 60 };
    expect(opened(zone, "area")?.kind).toBe("flight");
    expect(opened({ name: "Extensión norte" })).toBeNull();
    expect(opened({ name: "Master plan" })).toBeNull();
    expect(opened({ name: "Gate at the road" })).toBeNull();
    expect(opened({ name: "No obstante" })).toBeNull();
  });

  it("of an outline is asked for, with the height that the file says", () => {
    expect(opened({ name: "Subestación", altura: 9 }, "area")).toEqual({
      kind: null,
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
