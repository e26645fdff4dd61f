// Saves what the form of an observation holds: the fields, then the photos, on the server or on this device.
import { useRef, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import type { ComponentType } from "../../domain/component/component.ts";
import { requestedValues } from "../../domain/observation/observation-column.ts";
import type { Observation, ObservationFields } from "../../domain/observation/observation.ts";
import { isStoredAs } from "../../domain/observation/outbox.ts";
import { waitingId } from "../../domain/observation/waiting-observation.ts";
import { offlineAtom } from "../../state/account/offline.ts";
import { addToMany } from "../../state/observation/bulk.ts";
import {
  createObservation,
  editObservation,
  fieldsOf,
  type EditMode,
} from "../../state/observation/change.ts";
import { conflictOf, copyFields, type Conflict } from "../../state/observation/conflict.ts";
import {
  keepOnDevice,
  newEntryAtom,
  storageWords,
} from "../../state/observation/keep-on-device.ts";
import { followDay } from "../../state/observation/days.ts";
import { keepObservations } from "../../state/observation/observation.ts";
import { showView } from "../../state/observation/open.ts";
import { sendPhotos } from "../../state/observation/photo.ts";
import { rememberEntry } from "../../state/observation/recent.ts";
import { changedWords, keptWords } from "../../state/observation/outbox-words.ts";
import { waitingOfAtom } from "../../state/observation/shown.ts";
import type { NewPhoto } from "../../state/observation/source.ts";
import { t } from "../../state/shell/locale.ts";
import { mayKeep } from "../../state/shell/may-keep.ts";
import { isHandheldAtom } from "../../state/shell/small-screen.ts";
import { showDone, showFailure, showFault, showNote } from "../../state/shell/toast.ts";

type SaveOptions = {
  one: Observation | null;
  component_type: ComponentType;
  dt_id: string;
  pcs: string | undefined;
  dt_ids: readonly string[] | undefined;
  /** The finding that a new one is about. */
  fault_type: number | null;
  files: readonly NewPhoto[];
  setShare: (share: number | null) => void;
  /** True while the storage of this device has not answered in time. */
  setLate: (isLate: boolean) => void;
  setConflict: (conflict: Conflict | null) => void;
};

/** What the author wants of two changes: these fields on top of what is stored, or an observation of its own. */
export type ConflictChoice =
  | { readonly as: EditMode; readonly fields: ObservationFields }
  | { readonly as: "both" };

/** Where the form's content goes. */
type Target = {
  /** What is stored there already, null for nothing. */
  readonly stored: Observation | null;
  readonly external_id: string;
  /** True if this form creates it. */
  readonly isNew: boolean;
};

/** Stores the fields, then the photos. What is stored once is not created again where the photos fail. */
export function useSave(options: SaveOptions) {
  const { one, component_type, dt_id, pcs, dt_ids, files } = options;
  // A copy of an edited one is about the same finding.
  const fault_type = one ? one.fault_type : options.fault_type;
  const { setShare, setLate, setConflict } = options;
  const addAll = useSetAtom(addToMany);
  const create = useSetAtom(createObservation);
  const edit = useSetAtom(editObservation);
  const send = useSetAtom(sendPhotos);
  const keep = useSetAtom(keepOnDevice);
  const newEntry = useAtomValue(newEntryAtom);
  const waitingOf = useAtomValue(waitingOfAtom);
  // As the form was opened: it may be sent while it is edited.
  const [waited] = useState(() => one !== null && waitingOf(one.id) !== undefined);
  const show = useSetAtom(showView);
  const isHandheld = useAtomValue(isHandheldAtom);
  // What is shown in the field then says that it waits, and who has chosen to be offline knows why.
  const isCalm = useAtomValue(offlineAtom) !== null && isHandheld;
  const remember = useSetAtom(rememberEntry);
  const follow = useSetAtom(followDay);
  const [begin] = useState<Target>(() => ({
    stored: one,
    external_id: one?.external_id ?? crypto.randomUUID(),
    isNew: one === null,
  }));
  const target = useRef(begin);
  /** True once the edited observation is gone: what is saved then is a new one, with the photos of the form alone. */
  const isCopy = useRef(false);
  const store = async (fields: ObservationFields, mode: EditMode = "update"): Promise<void> => {
    const hold = async () => {
      const { stored, external_id, isNew } = target.current;
      const unsent = {
        external_id,
        dt_id,
        pcs: stored?.fieldgeometry_component.pcs ?? pcs ?? "",
        fields,
        photos: files,
        fault_type,
        stored,
        // What was created in this form has these fields; only its photos are missing.
        sent: isNew && stored ? fieldsOf(stored) : null,
        waited,
      };
      await keep(unsent, () => setLate(true), newEntry).finally(() => setLate(false));
    };
    const place = () => target.current.stored?.fieldgeometry_component.pcs || pcs || dt_id;
    // In the field the next component follows from what was written, whether it is sent or waits here.
    const showKept = () => {
      const { stored, external_id } = target.current;
      const id = stored?.id ?? waitingId(external_id);
      show(isHandheld ? { view: "one", id } : { view: "list" });
    };
    try {
      if (waited) {
        await hold();
        if (!isCalm) showDone(changedWords(place()));
        showKept();
        return;
      }
      const { stored: before, external_id, isNew } = target.current;
      if (dt_ids) {
        const count = await addAll({ ...fields, external_id, dt_ids });
        showDone(t("observation:bulk_created", { count }));
        show({ view: "list" });
        return;
      }
      let now = before
        ? await edit(before, fields, mode)
        : await create({ ...fields, external_id, dt_id, fault_type });
      target.current = { stored: now, external_id, isNew };
      // The form was saved before, its answer lost, and then changed: the server answers what it had stored.
      if (!before && now.revision === 1 && !isStoredAs(now, fields)) {
        now = await edit(now, fields, "update");
        target.current = { stored: now, external_id, isNew };
      }
      if (files.length > 0) {
        setShare(0);
        await send(now.id, files, setShare);
      }
      const key = isNew ? "observation:created" : "observation:changed";
      showDone(t(key, { name: now.fieldgeometry_component.pcs || dt_id }));
      show({ view: "one", id: now.id });
    } catch (cause) {
      setShare(null);
      if (!dt_ids && mayKeep(cause)) {
        await hold().catch((fault: unknown) => {
          const words = storageWords(fault);
          if (words) showFailure(words);
          throw cause;
        });
        if (!isCalm) showNote(keptWords(place()));
        showKept();
        return;
      }
      const words = storageWords(cause);
      if (words) {
        showFailure(words);
        throw cause;
      }
      const { stored } = target.current;
      if (stored && (cause as { code?: unknown } | null)?.code === "RESOURCE_NOT_FOUND") {
        showFailure(`${t("outbox:not_found", { id: stored.id })}. ${t("outbox:save_as_new")}`);
        target.current = { stored: null, external_id: crypto.randomUUID(), isNew: true };
        isCopy.current = true;
        throw cause;
      }
      const found = stored && conflictOf(cause, stored, fields);
      if (found) {
        keepObservations([found.current]);
        setConflict(found);
      } else showFault(cause);
      throw cause;
    }
  };
  return {
    async run(fields: ObservationFields): Promise<void> {
      if (!one) {
        const column_values = requestedValues(fields.request);
        remember({ component_type, notes: fields.notes, column_values });
      }
      await store(isCopy.current ? copyFields(fields, files) : fields);
      if (!one) follow(fields.observed_at);
    },
    /** Ends a conflict as its author chose, and sends the photos of the form with it. */
    async settle(conflict: Conflict, choice: ConflictChoice): Promise<void> {
      const { current, mine } = conflict;
      if (choice.as === "both") {
        // A second attempt goes on with the copy that the first one made.
        if (!target.current.isNew) {
          target.current = { stored: null, external_id: crypto.randomUUID(), isNew: true };
        }
        await store(copyFields(mine, files));
      } else {
        if (!target.current.isNew) target.current = { ...target.current, stored: current };
        await store(choice.fields, choice.as);
      }
      setConflict(null);
    },
    stored: () => target.current.stored,
  };
}
