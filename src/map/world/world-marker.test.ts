import { expect, it } from "vitest";
import type { PlantStatus } from "../../domain/plant/plant.ts";
import { plantKey } from "./world-marker.ts";

const plant = {
  id: 4,
  name: "Valdesol",
  lon: -69.5,
  lat: -23.2,
  technology: "photovoltaic",
  energy_rank: null,
  worst_key_figures: [],
} as unknown as PlantStatus;

it("another place, name, rank or technology makes another button, the same facts do not", () => {
  expect(plantKey({ ...plant })).toBe(plantKey(plant));
  const changes: readonly Partial<PlantStatus>[] = [
    { lon: -69.4 },
    { name: "Valdesol Norte" },
    { energy_rank: 1 },
    { technology: "parabolic_trough" as PlantStatus["technology"] },
  ];
  const keys = changes.map((change) => plantKey({ ...plant, ...change }));
  expect(new Set([plantKey(plant), ...keys]).size).toBe(5);
});

it("a plant that is not known has no button", () => {
  expect(plantKey(undefined)).toBe(null);
});
