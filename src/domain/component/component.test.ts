import { describe, expect, it } from "vitest";
import { ancestorTypesOf, childTypesOf, componentTypesOf } from "./component.ts";

describe("the component types", () => {
  it("of a technology are listed from the top of its hierarchy down", () => {
    expect(componentTypesOf("photovoltaic")).toEqual(["tracker_group", "tracker", "module"]);
    expect(componentTypesOf("parabolic_trough")).toEqual([
      "loop",
      "sca",
      "sce",
      "absorber_tube",
      "mirror",
    ]);
  });

  it("know what is above and below them", () => {
    expect(ancestorTypesOf("mirror")).toEqual(["sce", "sca", "loop"]);
    expect(ancestorTypesOf("tracker_group")).toEqual([]);
    expect(childTypesOf("sce")).toEqual(["absorber_tube", "mirror"]);
    expect(childTypesOf("module")).toEqual([]);
  });
});
