// The ground of the demo's plants with a twin: its heights, its soil, and what a picture from above shows.
import type { PlantGround } from "../ground/ground-writer.ts";
import { photovoltaicScenery } from "../ground/photovoltaic-scenery.ts";
import { rgb } from "../ground/scenery.ts";
import type { Soil } from "../ground/soil.ts";
import { troughScenery } from "../ground/trough-scenery.ts";
import { llanoGrandeParameters, pampaAltaParameters, valdesolParameters } from "./plant-plan.ts";

// Nearly grey and of middle brightness: the colours of key figures stand out from it by day and night.
const olives: Soil = {
  seed: 8,
  colour: rgb(164, 155, 139),
  plants: { grass: rgb(146, 145, 118), bush: rgb(90, 95, 74) },
};
const pasture: Soil = {
  seed: 3,
  colour: rgb(156, 147, 132),
  plants: { grass: rgb(137, 137, 112), bush: rgb(86, 92, 70) },
};
const desert: Soil = { seed: 5, colour: rgb(164, 147, 128), plants: null };

/** By the name of the plant. */
export const plantGrounds: Readonly<Record<string, PlantGround>> = {
  Valdesol: {
    terrain: {
      seed: 31,
      base_m: 152,
      rise: [0.002, -0.0015],
      swell_m: 1.5,
      swell_distance_m: 1300,
    },
    middle: valdesolParameters.origin,
    scenery: () => troughScenery(valdesolParameters, olives),
  },
  "Llano Grande": {
    terrain: { seed: 32, base_m: 402, rise: [0.006, 0.003], swell_m: 3, swell_distance_m: 650 },
    middle: llanoGrandeParameters.origin,
    scenery: () => photovoltaicScenery(llanoGrandeParameters, pasture),
  },
  "Pampa Alta": {
    terrain: { seed: 33, base_m: 1012, rise: [0.015, 0.004], swell_m: 1.5, swell_distance_m: 400 },
    middle: pampaAltaParameters.origin,
    scenery: () => photovoltaicScenery(pampaAltaParameters, desert),
  },
};
