// Answers calls from the plants on this device while the app is offline.
import type { Endpoint } from "../../api/endpoint.ts";
import { observationImageApi } from "../../api/observation/observation-image.ts";
import { isExpired, type HeldPlant } from "../../domain/plant/offline.ts";
import { withFinished } from "../../domain/finding/finding-change.ts";
import type { FindingLife, FindingPage } from "../../domain/finding/finding-life.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import { photosOf } from "../../domain/observation/recording/recording.ts";
import type { WorkOrder } from "../../domain/work-order/work-order.ts";
import type { ErrorCode, Problem } from "../../domain/error.ts";
import { addressOf } from "../address.ts";
import { callFailure } from "../call-failure.ts";
import { findingPageOf } from "../finding-page.ts";
import { offlineFlag, onOffline } from "./offline.ts";
import { componentAnswer } from "./offline-component.ts";
import { OBSERVATIONS_AT_ONCE } from "./offline-load.ts";
import {
  isKept,
  openAnswers,
  openCatalogue,
  refusalOf,
  unpacked,
  type AnswerStore,
} from "./offline-store.ts";
import { serverNow } from "../server-time.ts";

type Open = { readonly plant: HeldPlant; readonly store: AnswerStore; addresses: Set<string> };
let opened: Promise<readonly Open[]> | null = null;
onOffline(closeOffline);

/** Closes the stores; the next call opens what is flagged then. */
export function closeOffline(): void {
  void opened?.then(
    (all) => all.forEach(({ store }) => store.close()),
    () => undefined,
  );
  opened = null;
}

async function openFlagged(): Promise<readonly Open[]> {
  const flag = offlineFlag();
  if (flag === null) return [];
  const catalogue = openCatalogue(flag.account_id);
  try {
    const held = await catalogue.list();
    const plants = held.filter(({ plant_id }) => flag.plant_ids.includes(plant_id));
    if (plants.length === 0) throw offline("offline_disappeared");
    return await Promise.all(plants.map(openPlant));
  } finally {
    catalogue.close();
  }
}

async function openPlant(plant: HeldPlant): Promise<Open> {
  const { database, answers, plant_name } = plant;
  if (isExpired(plant, serverNow())) throw offline("offline_expired", { name: plant_name });
  if (!(await isKept(database))) throw offline("offline_disappeared");
  const store = openAnswers(database);
  const addresses = new Set(await store.addresses());
  if (addresses.size < answers) throw offline("offline_disappeared");
  return { plant, store, addresses };
}

const offline = (reason: string, values?: Problem["values"]) =>
  callFailure("OFFLINE", { problems: [{ reason, ...(values && { values }) }] });

function openStores(): Promise<readonly Open[]> {
  opened ??= openFlagged().catch((cause: unknown) => {
    opened = null;
    throw cause;
  });
  return opened;
}

/** Opens the stores before the first call, which reports why they cannot be read. */
export const openAhead = (): void => void openStores().catch(() => undefined);

type Ask = { params?: unknown; query?: unknown };

/** The answer as the server gave it. Rejects with OFFLINE for what is not on this device. */
export async function answerOffline(
  endpoint: Endpoint,
  ask: Ask,
  kind: "json" | "blob",
): Promise<unknown> {
  if (endpoint.offline === undefined || endpoint.method !== "GET") throw callFailure("OFFLINE");
  const stores = await openStores();
  const address = addressOf(endpoint, ask);
  for (const { store, addresses } of stores) {
    if (!addresses.has(address)) continue;
    const kept = await store.read(address);
    if (kept === undefined) throw offline("offline_disappeared");
    const refusal = refusalOf(kept);
    if (refusal !== null) throw callFailure(refusal as ErrorCode);
    if (kind === "blob") return unpacked(kept);
    return JSON.parse(new TextDecoder().decode(kept.body));
  }
  const computed = await componentAnswer(endpoint, ask, readBody);
  if (computed !== null) return computed;
  throw callFailure("OFFLINE");

  async function readBody(wanted: string): Promise<ArrayBuffer | null> {
    const found = stores.find(({ addresses }) => addresses.has(wanted));
    const kept = await found?.store.read(wanted);
    return kept && refusalOf(kept) === null ? (await unpacked(kept)).arrayBuffer() : null;
  }
}

/** Replaces the stored answers of addresses of the plant that begin so: all pages of a list. */
async function renew<Answer>(
  { plant, store, addresses }: Open,
  path: string,
  change: (stored: Answer) => Answer,
): Promise<void> {
  const start = `/auth/plant/${plant.plant_id}/${path}`;
  for (const address of [...addresses].filter((one) => one.includes(start))) {
    const kept = await store.read(address);
    if (!kept || refusalOf(kept) !== null) continue;
    const next = change(JSON.parse(new TextDecoder().decode(kept.body)) as Answer);
    await store.put([{ ...kept, body: new TextEncoder().encode(JSON.stringify(next)).buffer }]);
  }
}

/** Brings the stored list of work orders to what the server has confirmed. */
export async function keepConfirmedOrder(plant_id: number, order: WorkOrder): Promise<void> {
  if (offlineFlag() === null) return;
  for (const open of await openStores()) {
    if (open.plant.plant_id !== plant_id) continue;
    await renew<WorkOrder[]>(open, "work-orders", (orders) =>
      orders.map((one) => (one.id === order.id ? order : one)),
    );
  }
}

/**
 * Keeps the photos of a confirmed observation of which `bytesOf` has the bytes, by file ID: its list names them by the server's
 * IDs from now on, and the server is not asked while the user is offline.
 */
export async function keepConfirmedPhotos(
  { id, plant_id, images }: Observation,
  bytesOf: (file_id: string) => Promise<ArrayBuffer | undefined>,
): Promise<void> {
  if (offlineFlag() === null) return;
  const open = (await openStores()).find(({ plant }) => plant.plant_id === plant_id);
  if (!open) return;
  for (const { id: image_id, file_id, content_type } of photosOf(images)) {
    const body = await bytesOf(file_id);
    if (!body) continue;
    const params = { id, image_id, size: "full" };
    const address = addressOf(observationImageApi.file, { params });
    const area = observationImageApi.file.offline ?? "plant";
    await open.store.put([{ address, area, type: content_type, body }]);
    open.addresses.add(address);
  }
}

type Removed = Pick<Observation, "plant_id" | "external_id">;

/** Brings the stored lists of the plants to what the server has confirmed: stored or changed, and deleted. */
export async function keepConfirmed(
  confirmed: readonly Observation[],
  removed: readonly Removed[] = [],
): Promise<void> {
  if (offlineFlag() === null) return;
  for (const open of await openStores()) {
    const { plant } = open;
    const isOwn = ({ plant_id }: Removed) => plant_id === plant.plant_id;
    const own = confirmed.filter(isOwn);
    const gone = removed.filter(isOwn);
    if (own.length + gone.length === 0) continue;
    await renewObservations(open, own, gone);
    const finished = new Set(own.flatMap(({ finished_ids }) => finished_ids));
    if (finished.size > 0) {
      await renew<FindingPage | FindingLife[]>(open, "findings", (stored) => {
        const page = findingPageOf(stored);
        return { ...page, findings: withFinished(page.findings, finished) };
      });
    }
  }
}

type StoredPage = { readonly count: number; readonly observations: readonly Observation[] };

/**
 * Replaces and removes observations in the page that has them, and puts new ones at the front of the first page. The
 * list ends at the last page that is here, whatever was added: a page that was never loaded is not asked for.
 */
async function renewObservations(
  { plant, store, addresses }: Open,
  own: readonly Observation[],
  gone: readonly Removed[],
): Promise<void> {
  const path = `/auth/plant/${plant.plant_id}/observations?offset=`;
  const offsetOf = (address: string) => Number(/offset=(\d+)/.exec(address)?.[1] ?? 0);
  const pages = [...addresses]
    .filter((address) => address.includes(path))
    .toSorted((a, b) => offsetOf(a) - offsetOf(b));
  const confirmed = new Map(own.map((one) => [one.external_id, one]));
  const removed = new Set(gone.map(({ external_id }) => external_id));
  const fresh = new Map(confirmed);
  // The first page comes last: by then it is known which observations no other page has.
  for (const address of pages.toReversed()) {
    const kept = await store.read(address);
    if (!kept || refusalOf(kept) !== null) continue;
    const text = new TextDecoder().decode(kept.body);
    const isFirst = address === pages[0];
    // A page has megabytes: it is parsed only where it changes.
    const isHere = [...confirmed.keys(), ...removed].some((name) => text.includes(name));
    if (!isHere && !(isFirst && fresh.size > 0)) continue;
    const { count, observations } = JSON.parse(text) as StoredPage;
    const rows = observations.flatMap((one) => {
      if (removed.has(one.external_id)) return [];
      fresh.delete(one.external_id);
      return confirmed.get(one.external_id) ?? one;
    });
    const all = isFirst ? [...fresh.values(), ...rows] : rows;
    const next: StoredPage = {
      count: pages.length > 1 ? count : Math.min(all.length, OBSERVATIONS_AT_ONCE),
      observations: all,
    };
    const body = new TextEncoder().encode(JSON.stringify(next)).buffer;
    await store.put([{ ...kept, body }]);
  }
}
