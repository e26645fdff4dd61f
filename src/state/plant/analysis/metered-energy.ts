// The meters of the plant beside the losses of the open analysis.
import { atom } from "jotai";
import { api } from "../../../api/index.ts";
import { call } from "../../../client/call.ts";
import type {
  ComparedMeter,
  MeterAnswers,
  MeterImport,
  MeterPeriod,
} from "../../../domain/meter/meter.ts";
import { perPlant } from "../../shell/lifetime.ts";
import { reload } from "../../shell/query.ts";
import { tableForm, type TableAnswers } from "../../shell/table-file.ts";
import { plantIdAtom, plantKey, plantQueryOf } from "../plant.ts";
import { analysisIdAtom } from "./analysis.ts";

export const meterPeriodAtom = perPlant<MeterPeriod>("last_year");

const keyOf = (id: number, period: MeterPeriod) => plantKey("metered-energy", id, period);

/** Idle while no analysis is open. */
export const meteredEnergyAtom = plantQueryOf((_plant, get) => {
  const id = get(analysisIdAtom);
  const period = get(meterPeriodAtom);
  if (id === null) return null;
  return {
    key: keyOf(id, period),
    ask: (options) => call(api.meteredEnergy.read, { params: { id }, query: { period } }, options),
  };
});

const changed = () => void reload(plantKey("metered-energy"));

/** Reads a file; stores it where `isApplied`. Rejects with everything that is wrong in it. */
export const sendMeterFile = atom(
  null,
  async (
    get,
    _set,
    file: File,
    isApplied: boolean,
    given: TableAnswers & MeterAnswers,
  ): Promise<MeterImport | null> => {
    const id = get(plantIdAtom);
    if (id === null) return null;
    const body = new FormData();
    body.append("values", given.values);
    body.append("stamp", given.stamp);
    if (given.unit !== undefined) body.append("unit", given.unit);
    if (given.decimal !== undefined) body.append("decimal", given.decimal);
    if (given.last_month !== undefined) body.append("last_month", given.last_month);
    // The file is the last part: what is said of it is known when it comes.
    for (const [name, value] of tableForm(file, given)) body.append(name, value);
    const answer = await call(api.meteredEnergy.importFile, {
      params: { id },
      query: { apply: isApplied ? "yes" : "no" },
      body,
    });
    if (isApplied) changed();
    return answer;
  },
);

/** What a meter counts: a component, the whole plant, or with neither what has its name. Rejects with the refusal. */
export const assignMeter = atom(
  null,
  async (
    get,
    _set,
    { id }: Pick<ComparedMeter, "id">,
    body: { readonly dt_id: string | null; readonly is_plant: boolean },
  ): Promise<void> => {
    const plant = get(plantIdAtom);
    if (plant === null) return;
    await call(api.meteredEnergy.update, { params: { id: plant, meter_id: id }, body });
    changed();
  },
);

/** Deletes a meter with all that it counted. Rejects with the refusal. */
export const removeMeter = atom(
  null,
  async (get, _set, { id }: Pick<ComparedMeter, "id">): Promise<void> => {
    const plant = get(plantIdAtom);
    if (plant === null) return;
    await call(api.meteredEnergy.remove, { params: { id: plant, meter_id: id } });
    changed();
  },
);
