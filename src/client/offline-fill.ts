// Loads a plant onto this device: every answer that the plant's view asks for, as the server gives it.
import { api } from "../api/index.ts";
import type { AnswerOf, CallArgs, Endpoint } from "../api/endpoint.ts";
import type { Analysis } from "../domain/analysis/analysis.ts";
import { expiryOf, type HeldPlant, type OfflineChoice } from "../domain/plant/offline.ts";
import { addressOf } from "./address.ts";
import { call, callBytes } from "./call.ts";
import { plantAddress } from "./offline-component.ts";
import {
  answersName,
  deleteAnswers,
  openAnswers,
  openCatalogue,
  refusalType,
  type KeptAnswer,
} from "./offline-store.ts";

export type FillProgress = {
  readonly done: number;
  readonly total: number;
  readonly bytes: number;
};

type Fill = {
  readonly account_id: number;
  readonly plant_id: number;
  readonly choice: OfflineChoice;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: FillProgress) => void;
};

const AT_ONCE = 6;
/** The page that the list of observations asks for; see state/observation/server-source.ts. */
const ROWS_AT_ONCE = 5000;
/** Answers that never change under their address need not be loaded twice. */
const isFixed = (address: string) => /\/[0-9a-f]{64}$|\/image\/\d+\/\w+$/.test(address);

/** What the plant needs on this device, in bytes and numbers, as far as it is known before. */
export async function planFill({ plant_id: id }: { plant_id: number }, signal: AbortSignal) {
  const options = { signal, fromServer: true };
  const analyses = (await call(api.analysis.listForView, { params: { id } }, options)).toSorted(
    (a, b) => Date.parse(b.flown_at) - Date.parse(a.flown_at),
  );
  const twins = await orNone(
    call(api.digitalTwin.read, { params: { id } }, options).then((twin) => [twin]),
  );
  const blueprints = await orNone(
    call(api.blueprint.list, { params: { id } }, { ...options, isQuiet: true }),
  );
  const sized = [];
  for (const analysis of analyses) {
    const params = { id: analysis.id };
    const columns = await orNone(call(api.analysisResult.columns, { params }, options));
    sized.push({
      analysis,
      bytes: columns.reduce((sum, column) => sum + column.bytes, 0),
      image_count: analysis.image_count,
    });
  }
  return {
    analyses: sized,
    twin_bytes: twins
      .flatMap(({ levels }) => levels)
      .reduce((sum, one) => sum + one.geometry_bytes + one.names_bytes, 0),
    blueprint_bytes: blueprints.reduce((sum, { bytes }) => sum + bytes, 0),
    blueprint_count: blueprints.length,
  };
}
export type FillPlan = Awaited<ReturnType<typeof planFill>>;

/** What this viewer may not read is not part of the plant for them. */
async function orNone<Row>(asked: Promise<readonly Row[]>): Promise<readonly Row[]> {
  try {
    return await asked;
  } catch (cause) {
    if (isDenied(cause)) return [];
    throw cause;
  }
}

function isDenied(cause: unknown): boolean {
  const { code } = cause as { code?: string };
  return code === "PERMISSION_DENIED" || code === "RESOURCE_NOT_FOUND";
}

/** What the server refuses is refused on the device alike: a plant without a twin says so. */
const keptRefusal = (address: string, { offline }: Endpoint, code: string): KeptAnswer => ({
  address,
  area: offline ?? "plant",
  type: refusalType(code),
  body: new ArrayBuffer(0),
});

/** Loads the plant into a new store. Goes on where an earlier attempt was cut. */
export async function fillPlant(fill: Fill): Promise<HeldPlant> {
  const { account_id, plant_id, choice, signal } = fill;
  const catalogue = openCatalogue(account_id);
  const begun = await catalogue.filling(plant_id);
  const database = begun?.database ?? answersName(account_id, plant_id);
  await catalogue.begin({ plant_id, database });
  const store = openAnswers(database);
  const known = new Set(await store.addresses());
  const progress = { done: 0, total: 0, bytes: 0 };
  const taken = new Set<string>();
  const keep = async (row: KeptAnswer) => {
    taken.add(row.address);
    progress.bytes += row.body.byteLength;
    await store.put([row]);
  };
  async function load<E extends Endpoint>(
    endpoint: E,
    ask: CallArgs<E>,
    change?: (answer: AnswerOf<E>) => unknown,
  ): Promise<AnswerOf<E> | null> {
    signal.throwIfAborted();
    const address = addressOf(endpoint, ask as { params?: unknown; query?: unknown });
    progress.total += 1;
    try {
      const kept = known.has(address) && isFixed(address) ? await store.read(address) : undefined;
      const file = kept ? null : await bytesOf(endpoint, ask);
      let body = kept?.body ?? (await file!.arrayBuffer());
      const isJson = endpoint.answer !== undefined;
      const answer = isJson ? JSON.parse(new TextDecoder().decode(body)) : null;
      if (change) body = new TextEncoder().encode(JSON.stringify(change(answer))).buffer;
      const type = kept?.type ?? file!.type;
      await keep({ address, area: endpoint.offline ?? "plant", type, body });
      return answer;
    } catch (cause) {
      if (!isDenied(cause) || isFixed(address)) throw cause;
      await keep(keptRefusal(address, endpoint, (cause as { code: string }).code));
      return null;
    } finally {
      progress.done += 1;
      fill.onProgress({ ...progress });
    }
  }
  const bytesOf = <E extends Endpoint>(endpoint: E, ask: CallArgs<E>) =>
    callBytes(endpoint, ask, { signal, fromServer: true, isQuiet: true });
  const failed_images: string[] = [];
  // One picture that the server cannot give does not keep the plant from going offline.
  const keepImage = async (file_name: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (cause) {
      const { code } = cause as { code?: string };
      if (signal.aborted || code === undefined || code === "DISCONNECT") throw cause;
      failed_images.push(file_name);
    }
  };
  try {
    const plant = await loadPlant({ plant_id, choice }, load, keep, keepImage);
    const now = Date.now();
    const held: HeldPlant = {
      plant_id,
      plant_name: plant.name,
      database,
      choice,
      taken_at: new Date(now).toISOString(),
      expires_at: expiryOf(now),
      bytes: progress.bytes,
      answers: taken.size,
      failed_images,
    };
    const old = await catalogue.complete(held);
    if (old) await deleteAnswers([old]).catch(() => undefined);
    return held;
  } finally {
    store.close();
    catalogue.close();
  }
}

type Load = <E extends Endpoint>(
  endpoint: E,
  ask: CallArgs<E>,
  change?: (answer: AnswerOf<E>) => unknown,
) => Promise<AnswerOf<E> | null>;

type KeepImage = (file_name: string, work: () => Promise<unknown>) => Promise<void>;

async function loadPlant(
  { plant_id: id, choice }: Pick<Fill, "plant_id" | "choice">,
  load: Load,
  keep: (row: KeptAnswer) => Promise<void>,
  keepImage: KeepImage,
) {
  const params = { id };
  const plant = await load(api.plant.read, { params });
  if (!plant) throw Object.assign(new Error("no plant"), { code: "RESOURCE_NOT_FOUND" });
  const later: (() => Promise<unknown>)[] = [];
  const me = await load(api.session.me, {});
  const isChosen = (one: Analysis) => choice.analysis_ids.includes(one.id);
  await load(api.analysis.listForView, { params }, (all) => all.filter(isChosen));
  const twin = await load(api.digitalTwin.read, { params });
  for (const { geometry, names } of twin?.levels ?? []) {
    for (const hash of [geometry, names]) {
      later.push(() => load(api.digitalTwin.readObject, { params: { id, hash } }));
    }
  }
  // Streets and pictures of a map service stay with that service; the map that comes with the app is used.
  await load(api.baseMap.styles, {}, () => ({ light: null, dark: null, satellite: null }));
  for (const version of [me?.white_labeling_version ?? null]) {
    if (version === null) continue;
    const brand = await load(api.customer.brand, { params: { version } });
    if (brand)
      later.push(() => load(api.customer.brandLogo, { params: { hash: brand.logo_hash } }));
  }
  later.push(
    () => load(api.plant.readLimits, { params }),
    () => load(api.customComponentProperty.list, { params }),
    () => load(api.observation.columns, { params }),
    () => load(api.savedView.list, { params }),
    () => load(api.enabledKeyFigure.listDisabled, { params }),
    () => load(api.flightCampaign.list, { params }),
    () => load(api.flightArea.rules, {}),
  );
  for (let offset = 0, count = 1; offset < count; offset += ROWS_AT_ONCE) {
    const query = { offset: String(offset), limit: String(ROWS_AT_ONCE) };
    const page = await load(api.observation.list, { params, query });
    count = page?.count ?? 0;
    if (!choice.has_images) continue;
    for (const one of page?.observations ?? []) {
      for (const image of one.images) {
        const thumb = { id: one.id, image_id: image.id, size: "thumb" } as const;
        later.push(() =>
          keepImage(image.file_name, () => load(api.observationImage.file, { params: thumb })),
        );
      }
    }
  }
  for (const analysis_id of choice.analysis_ids) {
    await keep({
      address: plantAddress(analysis_id),
      area: "analyses",
      type: "text/plain",
      body: new TextEncoder().encode(String(id)).buffer,
    });
    later.push(...(await analysisLoads(analysis_id, choice, load, keepImage)));
  }
  if (choice.has_blueprints) {
    for (const one of (await load(api.blueprint.list, { params })) ?? []) {
      const file = one.kind === "kml" ? api.blueprint.features : api.blueprint.file;
      later.push(() => load(file, { params: { id: one.id } }));
    }
  }
  await inTurns(later);
  return plant;
}

async function analysisLoads(
  analysis_id: number,
  choice: OfflineChoice,
  load: Load,
  keepImage: KeepImage,
) {
  const params = { id: analysis_id };
  const later: (() => Promise<unknown>)[] = [
    () => load(api.analysisResult.headline, { params }),
    () => load(api.analysisResult.history, { params: { analysis_id } }),
    () => load(api.releaseMail.readNotes, { params }),
    () => load(api.referenceMeasurement.list, { params }),
  ];
  const columns = (await load(api.analysisResult.columns, { params })) ?? [];
  const carried = (await load(api.unmeasured.carried, { params })) ?? [];
  for (const { key_figure_id, hash } of [...columns, ...carried]) {
    later.push(() =>
      load(api.analysisResult.column, { params: { analysis_id, key_figure_id, hash } }),
    );
  }
  const images = (await load(api.analysisResult.images, { params })) ?? [];
  if (choice.has_images) {
    for (const { id: image_id, file_name } of images) {
      const thumb = { id: analysis_id, image_id, size: "thumb" } as const;
      later.push(() =>
        keepImage(file_name, () => load(api.analysisResult.imageFile, { params: thumb })),
      );
    }
  }
  return later;
}

/** Some requests at once; the first failure ends all. */
async function inTurns(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const turns = works.values();
  const run = async () => {
    for (const work of turns) await work();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
}
