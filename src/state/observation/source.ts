// Where observations are read and written. The panels, the map and the verbs of this folder know this seam
// alone, so that a store on the device can stand in for the server.
import type { CallOptions } from "../../client/call.ts";
import type { ObservationColumn } from "../../domain/observation/observation-column.ts";
import type {
  DeletedObservation,
  Observation,
  ObservationFields,
} from "../../domain/observation/observation.ts";

/** A new observation; `external_id` is made here, so that a request that is sent again is stored once. */
export type NewObservation = ObservationFields & {
  readonly external_id: string;
  /** Of one component: findings that are done with it. */
  readonly finished_ids?: number[];
  /** Of one component: the finding that it is about. */
  readonly fault_type?: number | null;
};

/** Where a moved one is put. Without `fault_type` it is about the same finding, where the component can have it. */
export type ObservationPlace = {
  readonly dt_id: string;
  readonly fault_type?: number | null;
};

/** A photo on its way: its ID is made here too. */
export type NewPhoto = { readonly file_id: string; readonly file: File };

export type PhotoSize = "full" | "thumb";

/** All functions reject with a CallFailure. An answer is the receipt of what is stored. */
export type ObservationSource = {
  /** All observations of a plant, newest first. */
  readonly list: (plantId: number, options: CallOptions) => Promise<readonly Observation[]>;
  readonly columns: (
    plantId: number,
    options: CallOptions,
  ) => Promise<readonly ObservationColumn[]>;
  readonly create: (
    plantId: number,
    form: NewObservation & { readonly dt_id: string },
  ) => Promise<Observation>;
  /** The same observation for many components; all of them, or none. Answers the number. */
  readonly bulkAdd: (
    plantId: number,
    form: NewObservation & { readonly dt_ids: readonly string[] },
  ) => Promise<{ readonly count: number }>;
  /** Rejects with CONFLICT and both `versions` where another change came first. */
  readonly update: (
    id: number,
    base_revision: number,
    fields: ObservationFields,
  ) => Promise<Observation>;
  /** Stores the fields whatever the revision is. */
  readonly overwrite: (id: number, fields: ObservationFields) => Promise<Observation>;
  readonly move: (id: number, base_revision: number, to: ObservationPlace) => Promise<Observation>;
  /** With a revision, rejects with CONFLICT where another change came first. */
  readonly remove: (id: number, base_revision?: number) => Promise<unknown>;
  readonly deleted: (
    plantId: number,
    options: CallOptions,
  ) => Promise<{
    readonly days: number;
    readonly count: number;
    readonly observations: readonly DeletedObservation[];
  }>;
  /** Puts a deleted observation back, with its author and photos. */
  readonly restore: (plantId: number, id: number) => Promise<Observation>;
  readonly addPhotos: (
    id: number,
    photos: readonly NewPhoto[],
    onProgress: (sent: number, total: number) => void,
  ) => Promise<Observation>;
  /** In parts; `onSent` has the bytes that have arrived. */
  readonly addRecording: (
    id: number,
    recording: NewPhoto,
    onSent: (bytes: number) => void,
  ) => Promise<Observation>;
  /** Answers the observation that has the photo now. */
  readonly movePhoto: (id: number, image_id: number, to: number) => Promise<Observation>;
  readonly removePhoto: (id: number, image_id: number) => Promise<Observation>;
  readonly photo: (
    id: number,
    image_id: number,
    size: PhotoSize,
    options: CallOptions,
  ) => Promise<Blob>;
};
