// What the campaign in the form would take, before it is created.
import { api } from "../../../api/index.ts";
import { call } from "../../../client/call.ts";
import type { FlightCampaignForm } from "../../../domain/flight/campaign/flight-campaign.ts";
import { perPlant } from "../../shell/lifetime.ts";
import { valueOf } from "../../shell/loaded.ts";
import { plantAtom, plantKey, plantQueryOf } from "../plant.ts";

/** The fields that are previewed; null while there are none, or none that fit each other. */
export const previewedFormAtom = perPlant<FlightCampaignForm | null>(null);

/** `idle` while no fields are previewed. */
export const flightPreviewAtom = plantQueryOf((id, get) => {
  const form = get(previewedFormAtom);
  const plant = valueOf(get(plantAtom));
  if (form === null || !plant) return null;
  // Names and references change nothing.
  const fields = { name: "-", analysis_id: null, eval_batch_num: null, auto_export: false };
  const body = { ...form, ...fields };
  return {
    key: plantKey("flight-preview", plant.flight_area_version, JSON.stringify(body)),
    isFixed: true,
    ask: (options) => call(api.flightCampaign.preview, { params: { id }, body }, options),
  };
});
