import { describe, expect, it } from "vitest";
import type { Technology } from "./component.ts";
import { nearPathOf, readComponentQuery } from "./component-query.ts";
import { componentTypeIds, componentTypes } from "./component.ts";
import english from "../../../locales/en/component.json" with { type: "json" };
import spanish from "../../../locales/es/component.json" with { type: "json" };
import portuguese from "../../../locales/pt/component.json" with { type: "json" };

const read = (typed: string, technology: Technology = "photovoltaic") =>
  readComponentQuery(typed, technology);
const path = (typed: string, technology?: Technology) => {
  const query = read(typed, technology);
  return query.kind === "path"
    ? query.steps.map(({ component_type, name }) => `${component_type} ${name}`)
    : query;
};

describe("a query for a component", () => {
  it.each([
    ["37.21, -3.07", 37.21, -3.07],
    ["37,21; -3,07", 37.21, -3.07],
    ["37.21N 3.07W", 37.21, -3.07],
    ["37.21° s, 3.07° e", -37.21, 3.07],
    ["+37.21 3.07w", 37.21, -3.07],
    ["37.21, \u22123.07", 37.21, -3.07],
    ["  85.0,180.0 ", 85, 180],
  ])("is a position, latitude first: %s", (typed, lat, lon) => {
    expect(read(typed)).toEqual({ kind: "position", lat, lon });
  });

  it.each([
    "12 3",
    "37.21, 3",
    "37, 3.5",
    "85.1, 3.0",
    "37.0, 180.1",
    "1234.5, 3.0",
    "37.21",
    "37.2, 3.1 x",
    // A sign and a letter could turn it twice, and "o" is west for some and east for others.
    "-33.45s, -70.66w",
    "37.21 3.07o",
  ])("is a name rather than a position: %s", (typed) =>
    expect(read(typed)).toEqual({ kind: "text", text: typed }),
  );

  it("is a path in any order and language, from the top down", () => {
    expect(path("tracker 12 module 3")).toEqual(["tracker 12", "module 3"]);
    expect(path("Module 3, Tracker 12")).toEqual(["tracker 12", "module 3"]);
    expect(path("grupo de seguidores 2 / mesa:7 > painel #9")).toEqual([
      "tracker_group 2",
      "tracker 7",
      "module 9",
    ]);
    expect(path("table12")).toEqual(["tracker 12"]);
    expect(path("zone A-1")).toEqual(["tracker_group a-1"]);
    for (const word of ["loop", "lazo", "laço", "laco", "circuito"]) {
      expect(path(`${word} 12`, "parabolic_trough")).toEqual(["loop 12"]);
    }
    expect(path("sca 3 loop 1 sce.4 hce-7", "parabolic_trough")).toEqual([
      "loop 1",
      "sca 3",
      "sce 4",
      "absorber_tube 7",
    ]);
    // The longest word wins: an absorber tube is no absorber called "tube".
    expect(path("absorber tube 5", "parabolic_trough")).toEqual(["absorber_tube 5"]);
    expect(path("espelho 5", "parabolic_trough")).toEqual(["mirror 5"]);
    expect(path("faceta 5", "parabolic_trough")).toEqual(["mirror 5"]);
    expect(path("elemento 4", "parabolic_trough")).toEqual(["sce 4"]);
  });

  it.each([
    ["loop 12", "photovoltaic"],
    ["tracker 12", "parabolic_trough"],
    ["tracker", "photovoltaic"],
    ["trackerx 12", "photovoltaic"],
    ["trackerx", "photovoltaic"],
    ["trackerx-2", "photovoltaic"],
    ["trackerx2", "photovoltaic"],
    ["tracker 12 loop 3", "photovoltaic"],
    ["tracker , 12", "photovoltaic"],
    ["", "photovoltaic"],
  ] as const)(
    "is a name if a word is unknown, missing or of the other technology: %s",
    (typed, technology) => {
      expect(read(typed, technology)).toEqual({ kind: "text", text: typed });
    },
  );

  it.each([
    ["English", english],
    ["Spanish", spanish],
    ["Portuguese", portuguese],
  ])("is a path by each word for components that the product shows in %s", (_, locale) => {
    for (const type of componentTypeIds) {
      const { one, many } = locale.type[type];
      for (const word of [one, many, one.toUpperCase(), one.normalize("NFD")]) {
        const { technology } = componentTypes[type];
        expect(path(`${word} 3`, technology), word).toEqual([`${type} 3`]);
      }
    }
  });

  it("is a path with what a part of a plant is called", () => {
    for (const word of ["bloque", "bloco", "block", "zona"]) {
      expect(path(`${word} 3 mesa 7`)).toEqual(["tracker_group 3", "tracker 7"]);
    }
    expect(path("módulo Sección")).toEqual(["module seccion"]);
    expect(nearPathOf("tubo absorvedro 3", ["absorber_tube"])).toEqual([
      { component_type: "absorber_tube", name: "3" },
    ]);
  });

  it("is trimmed and lower case as a name", () => {
    expect(read("  T-12   North ")).toEqual({ kind: "text", text: "t-12 north" });
  });
});
