// Loads a plant onto this device: every answer that the plant's view asks for, as the server gives it.
import { api } from "../../api/index.ts";
import type { AnswerOf, CallArgs, Endpoint } from "../../api/endpoint.ts";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { differenceId } from "../../domain/evaluation/weakest-fault.ts";
import { photosOf } from "../../domain/observation/recording/recording.ts";
import { expiryOf, type HeldPlant, type OfflineChoice } from "../../domain/plant/offline.ts";
import type { FindingPage } from "../../domain/finding/finding-life.ts";
import { addressOf } from "../address.ts";
import { callBytes } from "../call.ts";
import { findingPageAsk } from "../finding-page.ts";
import { plantAddress } from "./offline-component.ts";
import { inTurns, isDenied, isPacked, mayAsk, OBSERVATIONS_AT_ONCE } from "./offline-load.ts";
import { keptOf, tileAsk } from "./offline-plan.ts";
import {
  answersName,
  deleteAnswers,
  openAnswers,
  openCatalogue,
  pack,
  packedType,
  refusalType,
  type KeptAnswer,
} from "./offline-store.ts";
import { serverNow } from "../server-time.ts";

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

/** Answers that never change under their address need not be loaded twice. */
const isFixed = (address: string) => /\/[0-9a-f]{64}$|\/image\/\d+\/\w+$/.test(address);

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
  let stored = 0;
  const keep = async (row: KeptAnswer, wire = row.body.byteLength) => {
    taken.add(row.address);
    stored += row.body.byteLength;
    progress.bytes += wire;
    await store.put([row]);
  };
  async function load<E extends Endpoint>(
    endpoint: E,
    ask: CallArgs<E>,
    { change, wire }: LoadOptions<E> = {},
  ): Promise<AnswerOf<E> | null> {
    signal.throwIfAborted();
    const address = addressOf(endpoint, ask as { params?: unknown; query?: unknown });
    if (!mayAsk(endpoint)) {
      await keep(keptRefusal(address, endpoint, "PERMISSION_DENIED"));
      return null;
    }
    progress.total += 1;
    try {
      const kept = known.has(address) && isFixed(address) ? await store.read(address) : undefined;
      const file = kept ? null : await bytesOf(endpoint, ask);
      const packs = isPacked(endpoint, file?.type);
      let body = kept?.body ?? (await (packs ? pack(file!) : file!.arrayBuffer()));
      const isJson = (endpoint.answerKind ?? "json") === "json";
      const answer = isJson ? JSON.parse(new TextDecoder().decode(body)) : null;
      if (change) body = new TextEncoder().encode(JSON.stringify(change(answer))).buffer;
      const type = kept?.type ?? (packs ? packedType(file!.type) : file!.type);
      await keep({ address, area: endpoint.offline ?? "plant", type, body }, wire);
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
      if (!failed_images.includes(file_name)) failed_images.push(file_name);
    }
  };
  try {
    const plant = await loadPlant({ plant_id, choice }, load, keep, keepImage);
    const now = serverNow();
    const held: HeldPlant = {
      plant_id,
      plant_name: plant.name,
      database,
      choice,
      taken_at: new Date(now).toISOString(),
      expires_at: expiryOf(now),
      bytes: stored,
      loaded_bytes: progress.bytes,
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

type LoadOptions<E extends Endpoint> = {
  readonly change?: (answer: AnswerOf<E>) => unknown;
  /** Bytes on the network, where the server counts them; else those of the answer. */
  readonly wire?: number;
};

type Load = <E extends Endpoint>(
  endpoint: E,
  ask: CallArgs<E>,
  options?: LoadOptions<E>,
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
  await load(api.analysis.listForView, { params }, { change: (all) => all.filter(isChosen) });
  const twin = await load(api.digitalTwin.read, { params });
  for (const { geometry, geometry_bytes, names, names_bytes } of twin?.levels ?? []) {
    const objects = [
      { hash: geometry, wire: geometry_bytes },
      { hash: names, wire: names_bytes },
    ];
    for (const { hash, wire } of objects) {
      later.push(() => load(api.digitalTwin.readObject, { params: { id, hash } }, { wire }));
    }
  }
  // Streets and pictures of a map service stay with that service; the map that comes with the app is used.
  await load(
    api.baseMap.styles,
    {},
    { change: () => ({ light: null, dark: null, satellite: null }) },
  );
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
    () => load(api.workOrder.list, { params }),
    async () => {
      for (let after: number | null = 0; after !== null;) {
        const page: FindingPage | null = await load(
          api.findingLife.list,
          findingPageAsk(id, after),
        );
        after = page?.next ?? null;
      }
    },
    () => load(api.findingLife.people, { params }),
  );
  for (let offset = 0, count = 1; offset < count; offset += OBSERVATIONS_AT_ONCE) {
    const query = { offset: String(offset), limit: String(OBSERVATIONS_AT_ONCE) };
    const page = await load(api.observation.list, { params, query });
    count = page?.count ?? 0;
    if (!choice.has_images) continue;
    for (const one of page?.observations ?? []) {
      for (const image of photosOf(one.images)) {
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
  if (plant.file_overlay !== null) {
    later.push(() => load(api.fileOverlay.read, { params }));
    later.push(() => load(api.fileOverlay.content, { params }));
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
  for (const { key_figure_id, hash, bytes: wire } of columns) {
    const column = { analysis_id, key_figure_id, hash };
    later.push(() => load(api.analysisResult.column, { params: column }, { wire }));
    // The explanation holds the detection limit, which is shown instead of smaller values.
    if (key_figure_id === differenceId) {
      const origin = { id: analysis_id, key_figure_id };
      later.push(() => load(api.evaluation.origin, { params: origin }));
    }
  }
  for (const { key_figure_id, hash } of carried) {
    const column = { analysis_id, key_figure_id, hash };
    later.push(() => load(api.analysisResult.column, { params: column }));
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
  if (choice.has_orthomosaics) {
    for (const one of (await load(api.orthomosaic.list, { params })) ?? []) {
      for (const at of keptOf(one)?.tiles ?? []) {
        const ask = tileAsk(one, at);
        later.push(() => keepImage(one.file_name, () => load(api.orthomosaic.tile, ask)));
      }
    }
  }
  return later;
}
