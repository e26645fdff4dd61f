// Areas of other people's files: never a no-fly area as a flight polygon, and nothing guessed.
import { strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { toLonLatFrom } from "../../geometry/crs.ts";
import { areasOf, isDrawn, metresFrom } from "./feature-area.ts";
import { openAreas } from "./route-open.ts";

const corners = "0,0 0.01,0 0.01,0.01 0,0.01 0,0";
const polygon = (name: string) =>
  `<Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${corners}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
const line = (name: string, coordinates = corners) =>
  `<Placemark><name>${name}</name><LineString><coordinates>${coordinates}</coordinates></LineString></Placemark>`;
const open = (...content: string[]) =>
  openAreas(strToU8(`<kml><Document>${content.join("")}</Document></kml>`), "a.kml").items;

describe("the kind of an area", () => {
  it.each([
    "Zona de no sobrevuelo",
    "No sobrevolar",
    "NO VOLAR",
    "No-fly zone",
    "no_fly",
    "No flight area",
    "Não sobrevoar",
    "Zona de não voo",
    "Na\u0303o voar",
    "Do not fly",
    "Don\u2019t fly here",
    "Avoid",
    "Evitar esta zona de vuelo",
    "Sperrgebiet",
    "Flugverbotszone",
    "Zone interdite",
    "Zona interdetta al volo: vietato",
    "Área proibida para voo",
    "Prohibido volar",
    "Restricted flight area",
    "NFZ 3",
    "Keep out",
    "Zona de peligro",
    "Sin sobrevuelo",
    "Flugbeschränkungsgebiet",
    "Nicht überfliegen",
    "Kein Überflug",
    "ED-R 95",
    "Survol interdit",
    "Divieto di sorvolo",
    "Zona di pericolo",
    "Zone sans survol",
    "禁飞区",
    "限制飞行 禁止",
    "飞行限制区",
    "zona_no_vuelo",
    "AREA_NO_FLY_2",
    "ZonaNoVuelo",
    "areaNoFly3",
    "flight_NFZ_1",
    "NFZ2",
  ])("of %j is no-fly", (name) => {
    expect(open(polygon(name))[0]?.kind).toBe("no_fly");
  });

  it.each([
    "Flight area 2",
    "Zona de vuelo",
    "Área de voo",
    "Fluggebiet",
    "Sobrevuelo norte",
    "Zone de vol",
    "Area di volo",
    "飞行区",
    "Sector 3 - vuelo permitido",
    "Zona de vuelo autorizada (bloque A)",
    "FLIGHT_AREA_02",
    "Überflug erlaubt",
  ])("of %j is flight", (name) => {
    expect(open(polygon(name))[0]?.kind).toBe("flight");
  });

  // A word for flight, and another that may turn it round.
  it.each([
    "No se permite el vuelo",
    "Vuelo no permitido",
    "Flight not allowed",
    "Voo não permitido",
    "Voo vedado",
    "Pas de vol",
    "Vol non autorisé",
    "Volo negato",
    "Flugfreie Zone",
    "Flight ban",
    "Closed to flight",
    "Flight isn\u2019t allowed",
    "Límite de vuelo",
    "No. 3 flight area",
    "Fuera de vuelo",
    "Zona libre de vuelos",
    "Área livre de voo",
    "Flughafen Nord",
    "Flugplatz",
    "High risk flight",
    "zona_vuelo_no",
    // Words that no list has: only plain words for ground stand in the name of a flight polygon.
    "Torre vuelo",
    "Vuelo línea de alta tensión",
    "Power line (flight)",
    "except flight",
    "Salvo vuelo",
    "Zero flight",
    "Ningún vuelo",
    "Aucun vol",
    "Survol défendu",
    "Fluggebiet ausgenommen",
    "Flugausschluss",
    "Überflug untersagt",
    "Unflyable",
    "Flight disabled",
    "Unauthorised flight",
    "Vuelo impedido",
    "Flight buffer",
    "Flight: 0",
    "Flight ≠",
    "不可飞行",
    "飞行区外",
    "inte flyga",
  ])("of %j is left to a person", (name) => {
    expect(open(polygon(name))[0]?.kind).toBeNull();
  });

  it("is not taken from the folder where the name leaves a doubt", () => {
    const folder = (name: string, inside: string) =>
      `<Folder><name>${name}</name>${inside}</Folder>`;
    expect(open(folder("Flight areas", polygon("Flight not allowed")))[0]?.kind).toBeNull();
    expect(open(folder("Flight areas", polygon("North")))[0]?.kind).toBe("flight");
    expect(open(folder("Flight areas", polygon("BP-A-12 Cerro Pardo")))[0]?.kind).toBe("flight");
    expect(open(folder("Flight areas", polygon("Torre 3")))[0]?.kind).toBeNull();
    expect(open(folder("Flight areas", polygon("Línea 110 kV")))[0]?.kind).toBeNull();
  });

  it("is left to a person where name, folder, description or a property contradict each other", () => {
    const folder = (name: string, inside: string) =>
      `<Folder><name>${name}</name>${inside}</Folder>`;
    const described = polygon("Flight area 2").replace(
      "<Polygon>",
      "<description>Do not fly: power line</description><Polygon>",
    );
    expect(open(described)[0]?.kind).toBeNull();
    expect(open(folder("No-fly zones", polygon("Flight area 3")))[0]?.kind).toBeNull();
    expect(open(folder("Prohibido", folder("Vuelo", polygon("3"))))[0]?.kind).toBeNull();
    // A neutral name takes the kind of its folder, however its letters are written.
    expect(open(folder("NO_SOBREVOLAR", polygon("Torre 3")))[0]?.kind).toBe("no_fly");
  });

  it("is read from a property however its name is written", () => {
    const feature = (properties: object) => ({
      type: "Feature",
      properties,
      geometry: {
        type: "Polygon",
        coordinates: [
          [
            [0, 0],
            [0.01, 0],
            [0, 0.01],
            [0, 0],
          ],
        ],
      },
    });
    const kinds = (...all: object[]) => {
      const text = JSON.stringify({ type: "FeatureCollection", features: all.map(feature) });
      return openAreas(strToU8(text), "a.geojson").items.map(({ kind }) => kind);
    };
    const properties = [
      { TYPE: "No-fly" },
      { Category: "exclusión", name: "A" },
      { Tipo: "vuelo" },
    ];
    expect(kinds(...properties)).toEqual(["no_fly", "no_fly", "flight"]);
    expect(kinds({ name: "Flight area", remarks: "prohibido" })).toEqual([null]);
    // The name of a property speaks, too, and a truth value counts.
    expect(kinds({ name: "Flight area", no_fly: true })).toEqual([null]);
    expect(kinds({ name: "Flight area", restricted: "yes" })).toEqual([null]);
    expect(kinds({ name: "Flight area", fly: false })).toEqual([null]);
    expect(kinds({ Tipo: "vuelo", name: "Torre 3" })).toEqual([null]);
    // A polygon of our own file that somebody has renamed.
    expect(kinds({ kind: "flight_polygon", name: "NO VOLAR" })).toEqual([null]);
    expect(kinds({ kind: "flight_polygon", name: "Cerro Pardo" })).toEqual(["flight"]);
  });

  it.each(["Mesa 12", "", "Polígono 1", "Note", "Norte", "Zona 3", "Zone 4", "区域 5"])(
    "of %j is left to a person",
    (name) => {
      expect(open(polygon(name))[0]?.kind).toBeNull();
    },
  );
});

it("a closed line is offered as an area, an open one is left out", () => {
  const [closed] = open(line("Border"), polygon("Field"));
  expect(closed).toMatchObject({ name: "Border", kind: null, isLine: true });
  expect(closed?.polygon?.[0]).toHaveLength(5);
  const opened = openAreas(
    strToU8(`<kml><Document>${polygon("Field")}${line("Way", "0,0 1,1 2,2")}</Document></kml>`),
    "a.kml",
  );
  expect(opened.skipped).toMatchObject([{ reason: "area_kind", field: "Way" }]);
});

it("an area that is drawn already is found, whatever corner it begins with", () => {
  const [item] = open(polygon("Field"));
  const turned = [
    [0.01, 0.01],
    [0, 0.01],
    [0, 0],
    [0.01, 0],
    [0.01, 0.01],
  ] as const;
  const areas = { flight: [[turned]], no_fly: [], take_offs: [] };
  expect(isDrawn(item!, areas as never)).toBe(true);
  expect(isDrawn(item!, { flight: [], no_fly: [], take_offs: [] })).toBe(false);
  // Reversed, and rounded by another program to six decimals.
  const rounded = turned.toReversed().map(([lon, lat]) => [lon + 5e-7, lat - 5e-7]);
  expect(isDrawn(item!, { ...areas, flight: [[rounded]] } as never)).toBe(true);
  const moved = turned.map(([lon, lat]) => [lon + 3e-6, lat]);
  expect(isDrawn(item!, { ...areas, flight: [[moved]] } as never)).toBe(false);
  expect(areasOf([item!])).toEqual({ flight: [], no_fly: [], take_offs: [] });
});

it("the distance from a plant is that of the nearest corner", () => {
  const [item] = open(polygon("Field"));
  expect(metresFrom(item!, [0.01, 0.02])).toBeCloseTo(0.01 * 111_195, -1);
  expect(metresFrom(item!, [0, 0])).toBe(0);
});

it("a no-fly area that is drawn as a flight polygon is not taken as drawn", () => {
  const [item] = open(polygon("No-fly"));
  const ring = item!.polygon![0]!;
  expect(isDrawn(item!, { flight: [[ring]], no_fly: [], take_offs: [] })).toBe(false);
  expect(isDrawn(item!, { flight: [], no_fly: [[ring]], take_offs: [] })).toBe(true);
});

// The corner by GDAL: cs2cs EPSG:32719 EPSG:4326 of 384150, 7909880 is 18.89997 S, 70.10000 W.
it("GeoJSON in another reference system is read where the system is known", () => {
  const crs = { type: "name", properties: { name: "urn:ogc:def:crs:EPSG::32719" } };
  const ring = [
    [384150, 7909880],
    [384350, 7909880],
    [384350, 7910080],
    [384150, 7909880],
  ];
  const geometry = { type: "Polygon", coordinates: [ring] };
  const feature = { type: "Feature", properties: { name: "Flight area" }, geometry };
  const text = JSON.stringify({ type: "FeatureCollection", crs, features: [feature] });
  const { items } = openAreas(strToU8(text), "a.geojson", undefined, toLonLatFrom);
  const [lon, lat] = items[0]!.polygon![0]![0]!;
  expect([lon, lat]).toEqual([expect.closeTo(-70.1, 4), expect.closeTo(-18.9, 4)]);
});

describe("a single point of a file", () => {
  const pointOf = (name: string, description = "") =>
    openAreas(
      strToU8(
        `<kml><Document><Placemark><name>${name}</name><description>${description}</description><Point><coordinates>0,0</coordinates></Point></Placemark></Document></kml>`,
      ),
      "a.kml",
    ).items[0];

  it("is the take-off position, unless a word of it forbids or names an obstacle", () => {
    for (const name of ["", "Punto 1", "Casa", "Take-off", "Despegue"])
      expect([name, pointOf(name)?.kind]).toEqual([name, "take_off"]);
    for (const [name, kind] of [
      ["Torre alta tensión", "obstacle"],
      ["Peligro, no volar", null],
      ["Airport", null],
      ["Hindernis", "obstacle"],
      ["Antena", "obstacle"],
      // Both words: a place beside a tower, or a tower beside a place.
      ["Launch tower", null],
    ] as const)
      expect([name, pointOf(name)]).toMatchObject([name, { kind }]);
    expect(pointOf("Start", "Gate at the road")?.kind).toBe("take_off");
    expect(pointOf("Despegue", "Junto a la torre")?.kind).toBe("take_off");
    expect(pointOf("Punto 1", "Junto al silo")?.kind).toBeNull();
    expect(pointOf("Punto 1", "No fly zone")?.kind).toBeNull();
  });
});
