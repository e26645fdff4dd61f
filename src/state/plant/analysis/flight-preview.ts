// What the campaign in the form would take, before it is created.
import { atom } from "jotai";
import { api } from "../../../api/index.ts";
import { call } from "../../../client/call.ts";
import type { FlightCampaignForm } from "../../../domain/flight/campaign/flight-campaign.ts";
import { perPlant } from "../../shell/lifetime.ts";
import { valueOf } from "../../shell/loaded.ts";
import { queryClient } from "../../shell/query.ts";
import { plantAtom, plantKey, plantQueryOf } from "../plant.ts";

/** The fields that are previewed; null while there are none, or none that fit each other. */
export const previewedFormAtom = perPlant<FlightCampaignForm | null>(null);

/** The fields whose preview somebody stopped. */
export const stoppedFormAtom = perPlant<FlightCampaignForm | null>(null);

/** Stops the preview of these fields: the server ends it when the request is closed. */
export const stopPreview = atom(null, (get, set) => {
  set(stoppedFormAtom, get(previewedFormAtom));
  void queryClient().cancelQueries({ queryKey: plantKey("flight-preview") });
});

/** `idle` while no fields are previewed. */
export const flightPreviewAtom = plantQueryOf((id, get) => {
  const form = get(previewedFormAtom);
  const plant = valueOf(get(plantAtom));
  if (form === null || !plant || get(stoppedFormAtom) === form) return null;
  // Names and references change nothing.
  const fields = { name: "-", analysis_id: null, eval_batch_num: null, auto_export: false };
  const body = { ...form, ...fields };
  return {
    key: plantKey("flight-preview", plant.flight_area_version, JSON.stringify(body)),
    isFixed: true,
    ask: (options) => call(api.flightCampaign.preview, { params: { id }, body }, options),
  };
});
