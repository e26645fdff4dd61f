// Every call that is declared with an offline area answers from the device what the server answers, on the
// plants of the demo: map, table, filter, statistics and component card then show the same.
import "fake-indexeddb/auto";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Endpoint } from "../../src/api/endpoint.ts";
import { api } from "../../src/api/index.ts";
import { decodeNames } from "../../src/domain/component/names-codec.ts";
import type { SessionAnswer } from "../../src/domain/account/session.ts";
import { accountOf, startDemo } from "./browser.ts";

const product = await startDemo();
afterAll(() => product.stop());

const stored = new Map<string, string>();
const events = new EventTarget();
const realFetch = globalThis.fetch;
vi.stubGlobal("window", events);
vi.stubGlobal("location", { origin: product.url, pathname: "/", reload: () => undefined });
vi.stubGlobal("localStorage", {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => void stored.set(name, value),
  removeItem: (name: string) => void stored.delete(name),
});
vi.stubGlobal("fetch", (address: string | Request, init?: RequestInit) =>
  typeof address === "string"
    ? realFetch(new URL(address, product.url), init)
    : realFetch(address, init),
);

const { call, callBytes } = await import("../../src/client/call.ts");
const { fillPlant } = await import("../../src/client/offline/offline-fill.ts");
const { setOffline } = await import("../../src/client/offline/offline.ts");
const { keepSession } = await import("../../src/client/session.ts");

const firstPage = { offset: "0", limit: "5000" };
type Ask = { params?: Record<string, unknown>; query?: Record<string, unknown> };
const fromServer = { fromServer: true };
/** The demo has no orthomosaics: orthomosaic.test.ts draws their tiles without a network. */
const declared = Object.values(api)
  .flatMap((noun) => Object.values(noun) as Endpoint[])
  .filter((endpoint) => endpoint.offline !== undefined && endpoint !== api.orthomosaic.tile);

/** The analyst may see all; the viewer has the brand of a customer, and is refused some calls. */
const people = ["analyst", "viewer"] as const;
type Person = (typeof people)[number];
const signedIn = new Map<
  Person,
  { session: SessionAnswer; account_id: number; plants: number[] }
>();
/** What the screens of both ask for, by path of the endpoint. */
const asks = new Map<string, { person: Person; ask: Ask }[]>();
let person: Person = "analyst";
function add(endpoint: Endpoint, ask: Ask = {}): void {
  asks.set(endpoint.path, [...(asks.get(endpoint.path) ?? []), { person, ask }]);
}

/** Makes the calls of this person; offline once its plants are on the device. */
function become(next: Person): void {
  const own = signedIn.get(next);
  person = next;
  keepSession(own?.session ?? null);
  setOffline(own ? { account_id: own.account_id, plant_ids: own.plants } : null);
}

const orNone = <Row>(asked: Promise<readonly Row[]>) => asked.catch((): readonly Row[] => []);

beforeAll(async () => {
  for (const one of people) {
    person = one;
    setOffline(null);
    const page = await (await realFetch(accountOf(product.accounts, one).sign_in_url)).text();
    const text = /id="session" hidden>([^<]*)</.exec(page)?.[1]?.replaceAll("&#34;", '"') ?? "null";
    const session = JSON.parse(text) as SessionAnswer;
    keepSession(session);
    const { id: account_id, white_labeling_version: version } = await call(api.session.me);
    for (const endpoint of [api.session.me, api.baseMap.styles, api.flightArea.rules]) {
      add(endpoint);
    }
    if (version !== null) {
      const { logo_hash } = await call(api.customer.brand, { params: { version } });
      add(api.customer.brand, { params: { version } });
      add(api.customer.brandLogo, { params: { hash: logo_hash } });
    }
    const plants = (await call(api.plant.list)).map(({ id }) => id);
    for (const id of plants) await takePlant(account_id, id);
    signedIn.set(one, { session, account_id, plants });
  }
});

async function takePlant(account_id: number, id: number): Promise<void> {
  const params = { id };
  const { file_overlay } = await call(api.plant.read, { params });
  for (const endpoint of declared) {
    const { scope } = endpoint;
    if (endpoint.path.includes("/file-overlay") && file_overlay === null) continue;
    const isOfPlant = scope && "plant" in scope && scope.plant === "id";
    if (isOfPlant && (endpoint.path.match(/\{/g) ?? []).length === 1) {
      const isPaged = endpoint.path === api.observation.list.path;
      add(endpoint, { params, ...(isPaged && { query: firstPage }) });
    }
  }
  const twin = await call(api.digitalTwin.read, { params }).catch(() => null);
  for (const { geometry, names } of twin?.levels ?? []) {
    add(api.digitalTwin.readObject, { params: { id, hash: geometry } });
    add(api.digitalTwin.readObject, { params: { id, hash: names } });
  }
  for (const one of await orNone(call(api.blueprint.list, { params }))) {
    add(one.kind === "kml" ? api.blueprint.features : api.blueprint.file, {
      params: { id: one.id },
    });
  }
  const { observations } = await call(api.observation.list, { params, query: firstPage });
  for (const { id: observation, images } of observations) {
    for (const { id: image_id } of images) {
      add(api.observationImage.file, { params: { id: observation, image_id, size: "thumb" } });
    }
  }
  const analysis_ids = (await call(api.analysis.listForView, { params })).map((one) => one.id);
  for (const analysis_id of analysis_ids) await addAnalysis(id, analysis_id);
  await fillPlant({
    account_id,
    plant_id: id,
    choice: { analysis_ids, has_images: true, has_orthomosaics: true, has_blueprints: true },
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
}

async function addAnalysis(plant_id: number, analysis_id: number): Promise<void> {
  const params = { id: analysis_id };
  const { headline, columns, images } = api.analysisResult;
  for (const endpoint of [headline, columns, images]) add(endpoint, { params });
  for (const endpoint of [api.releaseMail.readNotes, api.referenceMeasurement.list]) {
    add(endpoint, { params });
  }
  add(api.unmeasured.carried, { params });
  add(api.orthomosaic.list, { params });
  add(api.analysisResult.history, { params: { analysis_id } });
  const carried = await orNone(call(api.unmeasured.carried, { params }));
  for (const { key_figure_id, hash } of [...(await call(columns, { params })), ...carried]) {
    add(api.analysisResult.column, { params: { analysis_id, key_figure_id, hash } });
  }
  // Every tenth says the same as all.
  const some = (await call(images, { params })).filter((_, at) => at % 10 === 0);
  for (const { id: image_id } of some) {
    add(api.analysisResult.imageFile, { params: { id: analysis_id, image_id, size: "thumb" } });
  }
  const twin = await call(api.digitalTwin.read, { params: { id: plant_id } }).catch(() => null);
  for (const { component_type, names: hash } of twin?.levels ?? []) {
    const file = await callBytes(api.digitalTwin.readObject, { params: { id: plant_id, hash } });
    const names = decodeNames(new Uint8Array(await file.arrayBuffer()));
    for (const part of [0.37, 1]) {
      const dt_id = names.dtId(Math.floor(part * (names.count - 1)));
      add(api.analysisResult.component, { params: { id: analysis_id, component_type, dt_id } });
    }
  }
}

/** What a call answers, bytes by their hash, or its refusal. */
async function answerOf(endpoint: Endpoint, ask: Ask, options?: typeof fromServer) {
  try {
    if (endpoint.answer !== undefined) return await call(endpoint, ask as never, options);
    const file = await callBytes(endpoint, ask as never, options);
    const bytes = new Uint8Array(await file.arrayBuffer());
    return [file.type, bytes.length, createHash("sha256").update(bytes).digest("hex")];
  } catch (cause) {
    return (cause as { code?: string }).code ?? cause;
  }
}

/** Of what the demo of this product has none: no plant has an overlay, and its surveys are imported. */
const notInDemo: ReadonlySet<string> = new Set([
  api.fileOverlay.read.path,
  api.fileOverlay.content.path,
  api.evaluation.origin.path,
]);

test.each(declared)("$path answers from the device what the server answers", async (endpoint) => {
  const wanted = asks.get(endpoint.path) ?? [];
  if (!notInDemo.has(endpoint.path))
    expect(wanted.length, "the demo asks for it").toBeGreaterThan(0);
  for (const { person: one, ask } of wanted) {
    become(one);
    const online = await answerOf(endpoint, ask, fromServer);
    expect(await answerOf(endpoint, ask), `${one} ${JSON.stringify(ask)}`).toEqual(online);
  }
});
