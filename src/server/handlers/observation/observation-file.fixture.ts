// A plant of modules and the calls that read observations from files, for tests.
import { expect } from "vitest";
import { startTestServer, type AccountKey } from "../../../../tests/fixtures/http.ts";
import { addResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import { api } from "../../../api/index.ts";
import type { ErrorAnswer } from "../../../domain/error-shape.ts";
import type { FilePreview } from "../../../domain/file-preview/file-preview.ts";
import type { Observation } from "../../../domain/observation/observation.ts";
import type { CustomComponentProperty } from "../../../domain/plant/custom-component-property.ts";

/** The south-west corner of the plant. */
export const [lon0, lat0] = [-70, -24] as const;
/** The middle of a module of the plant, whose modules stand in a grid of about a metre. */
export const middleOf = (module: number): [number, number] => [
  lon0 + ((module % 20) + 0.45) * 1e-5,
  lat0 + (Math.floor(module / 20) * 2 + 0.5) * 1e-5,
];

export type Point = { readonly at: readonly number[]; readonly says?: object };
export const points = (...given: Point[]) =>
  JSON.stringify({
    type: "FeatureCollection",
    features: given.map(({ at, says = {} }) => ({
      type: "Feature",
      properties: says,
      geometry: { type: "Point", coordinates: at },
    })),
  });
export const sound = [
  {
    at: middleOf(3),
    says: { when: "2026-03-04T10:00:00Z", note: "broken glass", severity: "High" },
  },
  { at: middleOf(27), says: { when: "2026-03-04T11:00:00Z", note: "dirt", severity: "low" } },
];

export type Fields = Readonly<Record<string, string>>;
export function bodyOf(name: string, bytes: Uint8Array | string, fields: Fields = {}) {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  body.append("file", new Blob([bytes as BlobPart]), name);
  return body;
}
export const reasons = ({ body }: { body: unknown }) =>
  (body as ErrorAnswer).problems?.map(({ reason }) => reason);

export async function startObservationStand() {
  const server = await startTestServer();
  const services = { ...server.services, db: server.database.owner.db };
  const plant = await addResultPlant(services, server.accounts.viewer.customer_id, "Atacama");
  const params = { id: plant.plant_id };
  const { body: severity } = await server.ask(api.customComponentProperty.create, "viewer", {
    params,
    body: {
      component_type: "module",
      name: "Severity",
      relation_type: "time",
      data_type: "options",
      options: [{ label: "Low" }, { label: "High" }],
    },
  });
  const stored = async () => {
    const { body } = await server.ask(api.observation.list, "viewer", { params });
    return (body as { observations: Observation[] }).observations;
  };
  return {
    server,
    plant,
    severity: severity as CustomComponentProperty,
    params,
    async previewOf(name: string, bytes: Uint8Array | string, fields: Fields = {}) {
      const body = bodyOf(name, bytes, fields);
      const answer = await server.ask(api.filePreview.observations, "viewer", { params, body });
      expect([answer.status, answer.body]).toEqual([200, answer.body]);
      return answer.body as FilePreview;
    },
    importFile: (
      name: string,
      bytes: Uint8Array | string,
      fields: Fields,
      as: AccountKey = "viewer",
    ) => server.ask(api.observation.importFile, as, { params, body: bodyOf(name, bytes, fields) }),
    stored,
    async clear() {
      for (const { id } of await stored())
        await server.ask(api.observation.remove, "viewer", { params: { id } });
    },
  };
}
export type ObservationStand = Awaited<ReturnType<typeof startObservationStand>>;
