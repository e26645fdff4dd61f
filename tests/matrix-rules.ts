// What the declaration of a call promises its callers, and nothing else: no handler is known here.
import { z } from "zod";
import type { Endpoint, ScopeNoun } from "../src/api/endpoint.ts";
import { isPermitted, type Permission } from "../src/domain/account/permission.ts";
import type { Call } from "./contract-rules.ts";
import { catalogueNouns, type Records } from "./fixtures/records.ts";

/** Why a caller gets no further than the session. */
type Stopped = "INVALID_TOKEN" | "TOKEN_EXPIRED" | "PERMISSION_RELOAD_REQUIRED";

export type Actor = {
  readonly name: string;
  /** Of the session; null for none. */
  readonly token: () => Promise<string | null>;
  readonly stopped?: Stopped;
  readonly permissions: ReadonlySet<Permission>;
  /** Customer the actor is bound to; null for staff who act for none. */
  readonly customer_id: number | null;
  /** Bound to plants, of which none is anybody's. */
  readonly sees_no_plant?: true;
};

/** "reached": all guards passed, the handler would run. */
export type Expected = Stopped | "PERMISSION_DENIED" | "RESOURCE_NOT_FOUND" | "BODY" | "reached";

/** Whose objects the call is asked for; `missing` belong to no customer. */
export type Target = "own" | "foreign" | "missing";

/** Calls that mend or end a session whose permissions changed. */
const mending: readonly string[] = ["/auth/user/reload-permissions", "/auth/logout"];

/** What is seen only where its plant is. */
const ofPlants: readonly ScopeNoun[] = [
  "plant",
  "analysis",
  "task",
  "order",
  "blueprint",
  "custom_component_property",
  "evaluation_batch",
  "observation",
  "flight_campaign",
  "flight_route",
  "saved_view",
  "report",
  "analysis_upload",
];

/** Hidden from those who act for a customer. */
const isOfProvider = (noun: ScopeNoun) => noun === "analysis_server";
const seesAll = (noun: ScopeNoun) => (catalogueNouns as readonly ScopeNoun[]).includes(noun);

/** @param owner customer whose rows are asked for; null where they are missing */
export function expectedOf(endpoint: Endpoint, actor: Actor, owner: number | null): Expected {
  const { permission, scope, path } = endpoint;
  if (actor.stopped === "PERMISSION_RELOAD_REQUIRED") {
    if (!mending.includes(path)) return actor.stopped;
  } else if (actor.stopped !== undefined) return actor.stopped;
  if (!isPermitted(permission, actor.permissions)) return "PERMISSION_DENIED";
  const nouns = Object.keys(scope ?? {}) as ScopeNoun[];
  const isSeen = (noun: ScopeNoun) =>
    owner !== null &&
    !(actor.sees_no_plant && ofPlants.includes(noun)) &&
    (seesAll(noun) ||
      actor.customer_id === null ||
      (actor.customer_id === owner && !isOfProvider(noun)));
  if (!nouns.every(isSeen)) return "RESOURCE_NOT_FOUND";
  const parts = [endpoint.query, endpoint.headers, endpoint.body];
  return parts.every(takesNothing) ? "reached" : "BODY";
}

/** Whether the shape is content with nothing at all. */
function takesNothing(shape: z.ZodType | undefined): boolean {
  return shape === undefined || shape.safeParse({}).success;
}

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
const isId = (name: string) => name === "id" || name.endsWith("_id") || name.endsWith("_ids");

/** What a parameter may name besides the objects of scopes, and why that needs no scope of its own. */
const otherNames: Readonly<
  Record<string, { readonly why: string; readonly sample: string | number }>
> = {
  hash: {
    why: "bytes of the object in scope, or of the viewer's own look",
    sample: "a".repeat(64),
  },
  url_token: { why: "a token of the own session, judged in the answer", sample: "a".repeat(96) },
  key: { why: "a secret that was mailed: who has it may", sample: "a".repeat(43) },
  key_figure_id: { why: "a number of the catalogue, the same for everybody", sample: 1 },
  component_type: { why: "a word of the catalogue", sample: "sca" },
  dt_id: { why: "a component of the object in scope", sample: "abcd" },
  image_id: { why: "an image looked up in the analysis or observation in scope", sample: 1 },
  observation_id: { why: "an observation looked up in the plant in scope", sample: 1 },
  measurement_id: { why: "a measurement looked up in the analysis in scope", sample: 1 },
  meter_id: { why: "a meter looked up in the plant in scope", sample: 1 },
  file_id: {
    why: "an ID that the client gave its photo, of the observation in scope",
    sample: "0d9b0c5e-1f0a-4c3e-9a44-2f6d1f6f2a10",
  },
  annotation_id: {
    why: "a mark looked up in the image, and that in the analysis in scope",
    sample: 1,
  },
  orthomosaic_id: { why: "an orthomosaic looked up in the analysis in scope", sample: 1 },
  model_id: { why: "a 3D model looked up in the plant in scope", sample: 1 },
  life_id: { why: "what was decided of a finding, looked up in the plant in scope", sample: 1 },
  step_id: { why: "a step of findings, looked up in the plant in scope", sample: 1 },
  work_order_id: { why: "a work order looked up in the plant in scope", sample: 1 },
  order_step_id: { why: "a step of a work order of the plant in scope", sample: 1 },
  comment_id: {
    why: "a comment of a finding, whose plant has to be the one in scope",
    sample: 1,
  },
  webhook_id: { why: "a webhook looked up at the customer in scope", sample: 1 },
  delivery_id: {
    why: "a delivery looked up at the webhook of the customer in scope",
    sample: "0d9b0c5e-1f0a-4c3e-9a44-2f6d1f6f2a10",
  },
  access_token_id: { why: "a token looked up at the user in scope", sample: 1 },
  finding_id: { why: "a finding looked up in the analysis in scope", sample: 1 },
  z: { why: "the zoom of a tile of the object in scope", sample: 3 },
  x: { why: "the column of a tile of the object in scope", sample: 1 },
  y: { why: "the row of a tile of the object in scope", sample: 1 },
  gpu_server: { why: "a server in the cloud: the rule admits the provider alone", sample: "abcd" },
  size: { why: "a word: full or thumb", sample: "full" },
  model: { why: "a word that is printed on the drone", sample: "mavic-3e" },
  technology: { why: "a word of the catalogue", sample: "photovoltaic" },
  series: { why: "a word of the catalogue", sample: "sdk4" },
  version: { why: "counts the looks of the viewer's own customer", sample: 1 },
};

/** Calls that take an id without a scope, and why. */
const unscoped: Readonly<Record<string, string>> = {
  "profile.changeUserNames":
    "the own id needs no permission and is seen also while acting for another customer; profile.test.ts tries the others",
  "passkey.rename": "found among the viewer's own passkeys alone; passkey.test.ts tries another's",
  "accessToken.withdraw":
    "found among the viewer's own tokens alone; access-token.test.ts tries another's",
  "passkey.remove": "found among the viewer's own passkeys alone; passkey.test.ts tries another's",
};

/** Unknown parameters, and ids that no scope resolves. */
export function parameterFaults([noun, name, { path, scope }]: Call): string[] {
  const scoped = Object.values(scope ?? {});
  return namesIn(path)
    .filter((parameter) => !scoped.includes(parameter))
    .flatMap((parameter) => {
      if (!(parameter in otherNames) && !isId(parameter)) {
        return [`${noun}.${name}: what does {${parameter}} name?`];
      }
      const isAccounted = parameter in otherNames || `${noun}.${name}` in unscoped;
      return isAccounted ? [] : [`${noun}.${name}: no scope resolves {${parameter}}`];
    });
}

/** Names of `unscoped` and `otherNames` that no call has any more. */
export function staleExceptions(calls: readonly Call[]): string[] {
  const names = new Set(calls.flatMap(([, , { path }]) => namesIn(path)));
  const known = new Set(calls.map(([noun, name]) => `${noun}.${name}`));
  return [
    ...Object.keys(otherNames).filter((name) => !names.has(name)),
    ...Object.keys(unscoped).filter((name) => !known.has(name)),
  ];
}

const isLookedUp = (name: string) =>
  name === "access_token_id" ||
  name === "webhook_id" ||
  name === "measurement_id" ||
  name === "meter_id" ||
  name === "orthomosaic_id" ||
  name === "model_id" ||
  name === "life_id" ||
  name === "step_id" ||
  name === "work_order_id" ||
  name === "order_step_id" ||
  name === "comment_id" ||
  name === "finding_id";

/** The address with ids of these records; missing ones carry an id that nothing has. */
export function addressFor({ path, scope }: Endpoint, records: Records | null): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const noun = Object.entries(scope ?? {}).find(([, parameter]) => parameter === name)?.[0];
    if (noun !== undefined) return String(records?.[noun as ScopeNoun] ?? 2_000_000_000);
    if (isLookedUp(name) && records !== null) return String(records[name]);
    if (name === "observation_id" && records !== null) return String(records.observation);
    if (path.includes("/image/") && scope?.analysis !== undefined && records !== null) {
      if (name === "image_id") return String(records.result_image_id);
      if (name === "annotation_id") return String(records.result_annotation_id);
    }
    if (name === "annotation_id" && records !== null) return String(records.annotation_id);
    const isOfSurvey = path.includes("/survey-image/") && name === "image_id";
    if (isOfSurvey && records !== null) return String(records.survey_image_id);
    const isPhoto = name === "image_id" && scope?.observation !== undefined;
    if (isPhoto && records !== null) return String(records.photo_id);
    return encodeURIComponent(String(otherNames[name]?.sample ?? 1));
  });
}
