// Records a repair where it was made: an observation of the component with a note and photos, with which its findings
// are done. Without a network it waits on this device, like every observation.
import { atom } from "jotai";
import { storeObservation } from "../../observation/change.ts";
import { keepOnDevice, newEntryAtom, type Unsent } from "../../observation/keep-on-device.ts";
import { sendPhotos } from "../../observation/photo.ts";
import type { NewPhoto } from "../../observation/source.ts";
import { reloadOrders } from "./order.ts";
import { mayKeep } from "../../shell/may-keep.ts";
import { serverTime } from "../../shell/server-time.ts";

export type Repair = {
  /** Stays the same while the same repair is tried again, so that it is stored once. */
  readonly external_id: string;
  readonly dt_id: string;
  /** The plant's own name of the component. */
  readonly pcs: string;
  readonly finished_ids: readonly number[];
  readonly notes: string;
  readonly photos: readonly NewPhoto[];
};

/** Rejects with the refusal, or with a StorageError. @returns whether the server has it, or this device keeps it */
export const recordRepair = atom(
  null,
  async (get, set, repair: Repair): Promise<"stored" | "kept"> => {
    const { external_id, dt_id, pcs, notes, photos } = repair;
    const finished_ids = [...repair.finished_ids];
    const file_ids = photos.map(({ file_id }) => file_id);
    const request = { file_ids, ccp_values: [], pi_values: [], analysis_id: null };
    const fields = { observed_at: serverTime(), notes, request };
    const unsent: Unsent = {
      external_id,
      dt_id,
      pcs,
      fields,
      photos,
      finished_ids,
      stored: null,
      sent: null,
    };
    let present = unsent;
    const newEntry = get(newEntryAtom);
    try {
      const stored = await set(storeObservation, { ...fields, external_id, dt_id, finished_ids });
      present = { ...unsent, stored, sent: fields };
      if (photos.length > 0) await set(sendPhotos, stored.id, photos, () => undefined);
      return "stored";
    } catch (cause) {
      if (!mayKeep(cause)) throw cause;
      await set(keepOnDevice, present, () => undefined, newEntry);
      return "kept";
    } finally {
      void reloadOrders();
    }
  },
);
