// Sends the outbox: one entry after the other, each step repeated until the server has confirmed it. All observations
// go first and photos after them, so that on a slow network others read every note before the first photo has arrived.
import { faultFactsOf, outboxFaultOf } from "./outbox-fault.ts";
import type { Observation, ObservationFields } from "../../domain/observation/observation.ts";
import { faultMeaning, isRefusedOnTheWay } from "../../domain/fault-meaning.ts";
import {
  isStoredAs,
  nextStep,
  type OutboxEntry,
  type OutboxFault,
  type OutboxPhoto,
  type OutboxStep,
} from "../../domain/observation/outbox.ts";
import type { OutboxStore } from "./outbox-store.ts";

/** Calls of the server; they reject with a CallFailure, and answer what the server has then. */
export type OutboxCalls = {
  create(entry: OutboxEntry, fields: ObservationFields): Promise<Observation>;
  update(id: number, base_revision: number, fields: ObservationFields): Promise<Observation>;
  read(id: number): Promise<Observation>;
  addPhoto(id: number, photo: OutboxPhoto, body: ArrayBuffer): Promise<Observation>;
  dropPhoto(id: number, image_id: number): Promise<Observation>;
  remove(id: number, base_revision: number): Promise<unknown>;
};

/** The rules that keep the promises; a test takes each of them out. */
export type OutboxRules = {
  readonly nextStep: typeof nextStep;
  readonly isStoredAs: typeof isStoredAs;
  /** True if the author has changed the entry since it was read. */
  readonly isOvertaken: (read: OutboxEntry, kept: OutboxEntry) => boolean;
};

const rules: OutboxRules = {
  nextStep,
  isStoredAs,
  isOvertaken: (read, kept) => kept.edit !== read.edit,
};

export type Sent = {
  /** What the server confirmed. */
  readonly confirmed: readonly Observation[];
  /** What stopped the sending; null if every entry was tried. */
  readonly paused: OutboxFault | null;
};

export type SendOptions = {
  readonly signal: AbortSignal;
  /** Called with what the server has confirmed, before the entry leaves: it is shown somewhere at every moment. */
  readonly onReceipt?: (receipt: Observation) => Promise<void>;
  /** Called with what the server has deleted, before the entry leaves. */
  readonly onRemoved?: (entry: OutboxEntry) => Promise<void>;
  readonly rules?: OutboxRules;
};

/** Tries every waiting entry once. Only one tab may do so at a time, but two do no harm. */
export async function sendOutbox(
  store: OutboxStore,
  calls: OutboxCalls,
  options: SendOptions,
): Promise<Sent> {
  const { signal } = options;
  const confirmed: Observation[] = [];
  let names = await store.names();
  /** What the server has of the entries whose photos are still to be sent. */
  const receipts = new Map<string, Observation | null>();
  for (const part of ["observations", "photos"] as const) {
    for (const external_id of names) {
      if (signal.aborted) break;
      const entry = await store.read(external_id);
      if (entry?.state !== "waiting") continue;
      try {
        const known = receipts.get(external_id) ?? null;
        const { receipt, hasPhotos } = await sendEntry(
          store,
          calls,
          { entry, known, part },
          options,
        );
        if (hasPhotos) receipts.set(external_id, receipt);
        else if (receipt) confirmed.push(receipt);
      } catch (cause) {
        if (signal.aborted) break;
        const fault = outboxFaultOf(cause);
        const meaning = faultMeaning(faultFactsOf(cause), entry.refusals);
        await note(store, entry, cause, meaning);
        if (meaning === "pause") return { confirmed, paused: fault };
      }
    }
    names = [...receipts.keys()];
  }
  return { confirmed, paused: null };
}

type Part = {
  readonly entry: OutboxEntry;
  /** What the server has answered in this sending; null before the first answer. */
  readonly known: Observation | null;
  /** `observations` leaves the photos to a later part. */
  readonly part: "observations" | "photos";
};

/** Steps of the part of the photos, and the question which of them have arrived. */
const photoSteps: ReadonlySet<OutboxStep["kind"]> = new Set(["read", "drop", "photo"]);

type Ended = {
  /** What the server has; null if the author has changed or removed the entry meanwhile. */
  readonly receipt: Observation | null;
  /** True if the entry stays for the part of the photos; false once it has left the outbox. */
  readonly hasPhotos: boolean;
};

async function sendEntry(
  store: OutboxStore,
  calls: OutboxCalls,
  { entry: first, known, part }: Part,
  { signal, onReceipt, onRemoved, rules: used = rules }: SendOptions,
): Promise<Ended> {
  const nothing = { receipt: null, hasPhotos: false };
  let entry: OutboxEntry | null = first;
  let receipt = known;
  while (entry !== null && !signal.aborted) {
    const step = used.nextStep(entry, receipt);
    if (part === "observations" && photoSteps.has(step.kind)) return { receipt, hasPhotos: true };
    const { external_id } = entry;
    const read: OutboxEntry = entry;
    switch (step.kind) {
      case "create":
      case "update": {
        const { fields } = step;
        // Kept before it is sent: after a lost answer the same is sent again, whatever the author has changed.
        if (entry.trying === null) {
          entry = await store.change(external_id, (kept) => ({ ...kept, trying: fields }));
        }
        if (entry === null) return nothing;
        const answer: Observation =
          step.kind === "create"
            ? await calls.create(entry, fields)
            : await edited(calls, step, used);
        receipt = answer;
        // What was created here is revision 1; a later one is somebody else's edit.
        const revision = step.kind === "create" ? 1 : answer.revision;
        // The form may have been saved before, its answer lost, and then changed: the change follows as an edit.
        const isOlder =
          step.kind === "create" && answer.revision === 1 && !used.isStoredAs(answer, fields);
        entry = await store.change(external_id, (kept) => ({
          ...kept,
          stored: { id: answer.id, revision },
          sent: isOlder ? null : fields,
          trying: null,
          refusals: 0,
        }));
        break;
      }
      case "read":
        receipt = await calls.read(step.id);
        break;
      case "drop":
        receipt = await calls.dropPhoto(step.id, step.image_id);
        break;
      case "remove": {
        await removed(calls, step);
        await onRemoved?.(entry);
        entry = await store.change(external_id, (kept) =>
          used.isOvertaken(read, kept) ? kept : null,
        );
        break;
      }
      case "photo": {
        const body = await store.photo(step.photo.file_id);
        if (body === undefined) throw photoFault(step.photo, "photo_vanished");
        receipt = await calls.addPhoto(step.id, step.photo, body);
        const arrived = receipt.images.find(({ file_id }) => file_id === step.photo.file_id);
        if (!arrived) throw photoFault(step.photo, "photo_elsewhere");
        if (arrived.hash !== step.photo.hash) throw photoFault(step.photo, "photo_damaged");
        if (entry.refusals) {
          entry = await store.change(external_id, (kept) => ({ ...kept, refusals: 0 }));
        }
        break;
      }
      case "done": {
        if (receipt) await onReceipt?.(receipt);
        entry = await store.change(external_id, (kept) =>
          used.isOvertaken(read, kept) ? kept : null,
        );
        if (entry === null) return { receipt, hasPhotos: false };
      }
    }
  }
  return nothing;
}

/** Deletes it; what is not there any more is deleted already, by a request whose answer was lost or by others. */
async function removed(
  calls: OutboxCalls,
  { id, base_revision }: Extract<OutboxStep, { kind: "remove" }>,
): Promise<void> {
  try {
    await calls.remove(id, base_revision);
  } catch (cause) {
    if (outboxFaultOf(cause).code !== "RESOURCE_NOT_FOUND") throw cause;
  }
}

/** An edit whose answer was lost is refused as too late the second time; the server has it already then. */
async function edited(
  calls: OutboxCalls,
  { id, base_revision, fields }: Extract<OutboxStep, { kind: "update" }>,
  used: OutboxRules,
): Promise<Observation> {
  try {
    return await calls.update(id, base_revision, fields);
  } catch (cause) {
    const current = currentOf(cause);
    if (current !== null && used.isStoredAs(current, fields)) return current;
    throw cause;
  }
}

/** Notes why an entry still waits, or that its author must decide. */
async function note(
  store: OutboxStore,
  { external_id, edit }: OutboxEntry,
  cause: unknown,
  meaning: ReturnType<typeof faultMeaning>,
): Promise<void> {
  const fault = outboxFaultOf(cause);
  const current = currentOf(cause);
  const more = isRefusedOnTheWay(faultFactsOf(cause)) ? 1 : 0;
  await store.change(external_id, (kept) => {
    const attempts = kept.attempts + 1;
    // What the author has changed meanwhile has not been refused.
    if (meaning !== "reject") {
      return { ...kept, attempts, fault, refusals: (kept.refusals ?? 0) + more };
    }
    // The server does not have it: what the author writes next is sent in its place.
    const refused = { ...kept, attempts, fault, trying: null, refusals: 0 };
    if (kept.edit !== edit) return refused;
    return { ...refused, current, state: current === null ? "rejected" : "conflict" };
  });
}

/** Of a conflict: what the server has. */
function currentOf(cause: unknown): Observation | null {
  const { versions } = cause as { versions?: { current: Observation } };
  return versions?.current ?? null;
}

const photoFault = ({ file_name }: OutboxPhoto, reason: string) =>
  Object.assign(new Error(file_name), {
    code: "FILE_REFUSED",
    problems: [{ reason, file: file_name, message: "" }],
  });
