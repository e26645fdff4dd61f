// The routes of the plant's flight campaigns, their files and their exports.
import { atom } from "jotai";
import { api } from "../../../api/index.ts";
import { call, callBytes } from "../../../client/call.ts";
import type { FlightCampaign } from "../../../domain/flight/campaign/flight-campaign.ts";
import type { AircraftModel } from "../../../domain/flight/route/flight-route.ts";
import type { FlightRouteRecord } from "../../../domain/flight/route/flight-route-record.ts";
import { airframesOf, type Airframe } from "../../../domain/flight/format/dji-model.ts";
import { fileName } from "../../../domain/flight/format/file-name.ts";
import { routeFormats } from "../../../domain/flight/format/route-format.ts";
import { hasPermissionAtom } from "../../account/session.ts";
import { perPlant } from "../../shell/lifetime.ts";
import { valueOf } from "../../shell/loaded.ts";
import { reload } from "../../shell/query.ts";
import { saveBlob } from "../../shell/save-file.ts";
import {
  chosenCampaignAtom,
  chosenCampaignIdAtom,
  flightCampaignsAtom,
} from "./flight-campaign.ts";
import { plantKey, plantQueryOf } from "../plant.ts";

export const downloadFormats = [...routeFormats, "zip"] as const;
export type DownloadFormat = (typeof downloadFormats)[number];

/** A format, with the drone that the camera hangs on where a file must name it. */
export type Download = { readonly format: DownloadFormat; readonly airframe?: Airframe };

/** What routes of a drone are downloaded as. A camera of several drones has the files of DJI once for each. */
export const downloadsOf = (aircraft: AircraftModel): readonly Download[] =>
  downloadFormats.flatMap((format): Download[] => {
    const known = format === "kmz" || format === "zip" ? airframesOf(aircraft) : [];
    return known.length === 0 ? [{ format }] : known.map((airframe) => ({ format, airframe }));
  });

/** The chosen campaign, whose routes are on the map; the newest one until one is chosen. */
export const routeCampaignAtom = atom(
  (get): FlightCampaign | null =>
    get(chosenCampaignAtom) ?? valueOf(get(flightCampaignsAtom))?.[0] ?? null,
  (_get, set, id: number) => set(chosenCampaignIdAtom, id),
);

export const cloudProjectsAtom = plantQueryOf((id) => ({
  key: plantKey("drone-cloud-projects"),
  ask: (options) => call(api.flightExport.projects, { params: { id } }, options),
}));

/** The project of the platform whose routes are listed; null for none. */
export const listedProjectAtom = perPlant<string | null>(null);

const cloudRoutesKey = (project: string) => plantKey("drone-cloud-routes", project);

/** The routes of the listed project; `idle` without one, and for viewers who may not read them. */
export const cloudRoutesAtom = plantQueryOf((id, get) => {
  const project = get(listedProjectAtom);
  if (project === null || !get(hasPermissionAtom)(api.flightExport.cloudRoutes.permission)) {
    return null;
  }
  return {
    key: cloudRoutesKey(project),
    ask: (options) =>
      call(api.flightExport.cloudRoutes, { params: { id }, query: { project } }, options),
  };
});

/** Saves the files of a campaign, or of one of its routes. Rejects with the refusal. */
export async function saveRoutes(
  campaign: FlightCampaign,
  { format, airframe }: Download,
  route?: FlightRouteRecord,
): Promise<void> {
  const params = { id: campaign.id };
  const query = { format, ...(route && { route_id: route.id }), ...(airframe && { airframe }) };
  const file = await callBytes(api.flightExport.download, { params, query });
  const name = fileName(route?.name ?? `${campaign.plant_name} ${campaign.name}`);
  // Several files come as a ZIP, whatever was asked for.
  const ending = file.type.includes("zip") ? "zip" : format;
  saveBlob(file, `${name}.${ending}`);
}

/** Rejects with the refusal. @returns minutes until the routes are on the device */
export async function sendToFlightApp({ id }: FlightCampaign): Promise<number> {
  const { waiting_s } = await call(api.flightExport.toFlightApp, { params: { id }, body: {} });
  return Math.ceil(waiting_s / 60);
}

/** Flights are planned by the clock of the dock, which stands at the plant. Rejects with the refusal. */
export async function sendToDroneCloud(
  { id, time_zone }: FlightCampaign,
  project: string,
  plan_flights: boolean,
): Promise<void> {
  const body = { project, plan_flights, time_zone };
  await call(api.flightExport.toDroneCloud, { params: { id }, body });
  void reload(cloudRoutesKey(project));
}

/** Rejects with the refusal. @returns null if it is deleted, else the name to delete by hand */
export async function removeInDroneCloud(
  { id }: FlightRouteRecord,
  project: string,
): Promise<string | null> {
  const { outcome, name } = await call(api.flightExport.removeFromDroneCloud, {
    params: { id },
    body: { project },
  });
  void reload(cloudRoutesKey(project));
  return outcome === "deleted" ? null : name;
}
