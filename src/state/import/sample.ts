// Sample files, made for the plant on the map. They import as they are.
import { atom } from "jotai";
import { samplePlantAreas } from "../../domain/plant/sample-plant-area.ts";
import { sampledType, sampleResult } from "../../domain/result-file/sample-result.ts";
import { sampleTwin } from "../../domain/twin/sample-twin.ts";
import { geometryOf, geometryVersionAtom, namesOf, plantAtom } from "../plant/plant.ts";
import { valueOf } from "../shell/loaded.ts";
import { saveBlob } from "../shell/save-file.ts";

/** Components in the sample of results. */
const MOST_COMPONENTS = 20;
const geoJson = "application/geo+json";

const save = (text: string, type: string, name: string) =>
  saveBlob(new Blob([text], { type }), name);

/** Downloads a small digital twin at the plant's position. */
export const saveTwinSample = atom(null, (get) => {
  const plant = valueOf(get(plantAtom));
  if (!plant) return;
  const { file_name, text } = sampleTwin(plant.technology, plant.name, [plant.lon, plant.lat]);
  save(text, geoJson, file_name);
});

/** IDs for the sample of results; none until the plant has components and their names are loaded. */
const sampledIdsAtom = atom((get): string[] => {
  get(geometryVersionAtom);
  const plant = valueOf(get(plantAtom));
  const type = plant && sampledType(plant.technology);
  const [geometry, names] = type ? [geometryOf(type), namesOf(type)] : [];
  const dt_ids: string[] = [];
  for (let row = 0; geometry && names && row < geometry.count; row++) {
    if (dt_ids.length === MOST_COMPONENTS) break;
    if (geometry.length[row] !== 0) dt_ids.push(names.dtId(row));
  }
  return dt_ids;
});
export const hasResultSampleAtom = atom((get) => get(sampledIdsAtom).length > 0);

/** Downloads results for the first components of the plant. */
export const saveResultSample = atom(null, (get) => {
  const plant = valueOf(get(plantAtom));
  if (!plant) return;
  save(sampleResult(plant.technology, get(sampledIdsAtom)), "text/csv", "sample results.csv");
});

/** Downloads the outlines of two plants. */
export const savePlantAreaSample = atom(null, () => {
  save(samplePlantAreas(), geoJson, "sample plants.geojson");
});
