// The ground of the demo's plants: terrain, and an orthomosaic of each whole plant. They take longer than all the rest of
// the demo, so they are made after the first answer. They belong to surveys that have ended, which take no files any
// more: so they are written as the surveys were, and not by calls.
import { plantGrounds } from "../record/ground-plan.ts";
import { writePlantOrthomosaics, writeTerrain } from "../ground/ground-writer.ts";
import { plantNamed, type DemoWork } from "./demo-call.ts";

export const terrainWork: DemoWork = {
  name: "terrain",
  async run({ call, stores }) {
    for (const [name, ground] of Object.entries(plantGrounds)) {
      const { id } = await plantNamed(call, name);
      await writeTerrain(stores, id, ground);
    }
  },
};

export const plantOrthomosaicWork: DemoWork = {
  name: "plant_orthomosaics",
  async run({ call, stores, signal }) {
    for (const [name, ground] of Object.entries(plantGrounds)) {
      const { id } = await plantNamed(call, name);
      await writePlantOrthomosaics(stores, id, ground, signal);
    }
  },
};
