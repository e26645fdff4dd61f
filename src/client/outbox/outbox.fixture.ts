// A server of observations in memory that keeps the rules of the real one, and a network that fails on request.
import { createHash } from "node:crypto";
import { requestedValues } from "../../domain/observation/observation-column.ts";
import type { Observation, ObservationFields } from "../../domain/observation/observation.ts";
import {
  unsentEntry,
  type OutboxEntry,
  type OutboxPhoto,
} from "../../domain/observation/outbox.ts";
import type { OutboxCalls } from "./outbox-send.ts";

/** What happens to one request. `killed`: the page is closed before the answer; it never comes. */
export type Weather =
  | "fair"
  | "cut"
  | "lost"
  | "busy"
  | "signed_out"
  | "expired"
  | "locked_user"
  | "broken"
  | "killed";

type Row = {
  id: number;
  external_id: string;
  revision: number;
  fields: ObservationFields;
  dt_id: string;
  photos: Map<string, { id: number; hash: string }>;
};

export const hashOf = (body: ArrayBuffer) =>
  createHash("sha256").update(new Uint8Array(body)).digest("hex");

const fault = (code: string, more: object = {}) =>
  Object.assign(new Error(code), { code, problems: [], ...more });

export class FakeServer {
  readonly rows = new Map<number, Row>();
  /** Requests that arrived. */
  asked = 0;
  private ids = 0;
  private images = 0;

  /** @param weather called for each request */
  calls(weather: () => Weather): OutboxCalls {
    const through = async <Value>(commit: () => Value): Promise<Value> => {
      const today = weather();
      await Promise.resolve();
      switch (today) {
        case "cut":
          throw fault("DISCONNECT");
        case "busy":
          throw fault("UNAVAILABLE");
        case "signed_out":
          throw fault("INVALID_TOKEN");
        case "expired":
          throw fault("TOKEN_EXPIRED");
        // The server answers a locked user like one whose token is unknown.
        case "locked_user":
          throw fault("INVALID_TOKEN");
        case "broken":
          throw fault("SOMETHING_WENT_WRONG");
        case "killed":
          commit();
          return new Promise<Value>(() => undefined);
        case "lost":
          commit();
          throw fault("DISCONNECT");
        case "fair":
          return commit();
      }
    };
    return {
      create: (entry, fields) => through(() => this.create(entry, fields)),
      update: (id, base, fields) => through(() => this.update(id, base, fields)),
      read: (id) => through(() => this.shown(this.found(id))),
      addPhoto: (id, photo, body) => through(() => this.addPhoto(id, photo, body)),
      dropPhoto: (id, image_id) => through(() => this.dropPhoto(id, image_id)),
      remove: (id, base) => through(() => this.removeAt(id, base)),
    };
  }

  /** Somebody else's edit, in the office. */
  editElsewhere(id: number, notes: string): void {
    const row = this.found(id);
    row.revision += 1;
    row.fields = { ...row.fields, notes };
  }

  remove(id: number): void {
    this.rows.delete(id);
  }

  private removeAt(id: number, base: number): void {
    const row = this.found(id);
    if (row.revision !== base) {
      throw fault("CONFLICT", { versions: { current: this.shown(row), sent: null } });
    }
    this.rows.delete(id);
  }

  private create({ external_id, dt_id }: OutboxEntry, fields: ObservationFields): Observation {
    this.asked += 1;
    if (dt_id === "unknown") throw fault("BAD_REQUEST");
    const known = [...this.rows.values()].find((row) => row.external_id === external_id);
    if (known) return this.shown(known);
    this.ids += 1;
    const row = { id: this.ids, external_id, revision: 1, fields, dt_id, photos: new Map() };
    this.rows.set(row.id, row);
    return this.shown(row);
  }

  private update(id: number, base: number, fields: ObservationFields): Observation {
    this.asked += 1;
    const row = this.found(id);
    if (row.revision !== base) {
      throw fault("CONFLICT", { versions: { current: this.shown(row), sent: fields } });
    }
    row.revision += 1;
    row.fields = fields;
    return this.shown(row);
  }

  private addPhoto(id: number, { file_id }: OutboxPhoto, body: ArrayBuffer): Observation {
    this.asked += 1;
    const row = this.found(id);
    if (!row.photos.has(file_id)) {
      this.images += 1;
      row.photos.set(file_id, { id: this.images, hash: hashOf(body) });
    }
    return this.shown(row);
  }

  private dropPhoto(id: number, image_id: number): Observation {
    const row = this.found(id);
    for (const [file_id, photo] of row.photos) {
      if (photo.id === image_id) row.photos.delete(file_id);
    }
    return this.shown(row);
  }

  private found(id: number): Row {
    const row = this.rows.get(id);
    if (!row) throw fault("RESOURCE_NOT_FOUND");
    return row;
  }

  private shown({ id, external_id, revision, fields, dt_id, photos }: Row): Observation {
    const images = [...photos].map(([file_id, photo]) => ({
      ...photo,
      file_id,
      file_name: file_id,
      content_type: "image/jpeg" as const,
      bytes: 1,
      width: 1,
      height: 1,
      lon: null,
      lat: null,
      taken_at: null,
    }));
    return {
      id,
      external_id,
      revision,
      plant_id: 1,
      fieldgeometry_component: { component_id: 0, component_type: "sce", pcs: dt_id, dt_id },
      observed_at: fields.observed_at,
      notes: fields.notes,
      created_by_user: "Field",
      created_at: fields.observed_at,
      updated_by_user: "Field",
      updated_at: fields.observed_at,
      column_values: requestedValues(fields.request),
      analysis: null,
      file_ids: [...fields.request.file_ids],
      files_map: Object.fromEntries(images.map((image) => [image.file_id, image.id])),
      image_urls: images.map(({ file_id }) => file_id),
      finished_ids: [],
      fault_type: null,
      images,
    };
  }
}

/** Fields of a request with these photos. */
export const fieldsOf = (notes: string, file_ids: string[] = []): ObservationFields => ({
  observed_at: "2026-07-01T10:00:00Z",
  notes,
  request: { file_ids, ccp_values: [], pi_values: [], analysis_id: null },
});

export const bytesOf = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer;

/** A new entry of the outbox, with its photos by file ID. */
export function entryOf(
  external_id: string,
  notes: string,
  bodies = new Map<string, ArrayBuffer>(),
) {
  const photos = [...bodies].map(([file_id, body]) => ({
    file_id,
    file_name: `${file_id}.jpg`,
    content_type: "image/jpeg",
    bytes: body.byteLength,
    hash: hashOf(body),
  }));
  return {
    external_id,
    account_id: 1,
    plant_id: 1,
    plant_name: "Valdesol",
    dt_id: "L1",
    pcs: "L1",
    fields: fieldsOf(notes, [...bodies.keys()]),
    photos,
    ...unsentEntry,
    written_at: new Date(1_780_000_000_000).toISOString(),
  } satisfies OutboxEntry;
}
