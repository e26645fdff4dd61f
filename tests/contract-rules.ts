// What every declared call must keep, each rule from a contract to a list of sentences; empty is kept.
import { z } from "zod";
import type { Endpoint } from "../src/api/endpoint.ts";
import { problemShape } from "../src/domain/error-shape.ts";
import type { Answer, AccountKey } from "./fixtures/http.ts";
import { leavesOf } from "./fixtures/shape-leaves.ts";

export type Call = readonly [noun: string, name: string, endpoint: Endpoint];
type Ask = (
  endpoint: Endpoint,
  as: AccountKey | null,
  ask: { params: Record<string, unknown> },
) => Promise<Answer>;

/** What any parameter may be tried with. */
const samples = [1, "a".repeat(64), "full", "sca", "module", "photovoltaic", "abcd"];

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
const fieldsOf = (shape: z.ZodType | undefined) =>
  shape instanceof z.ZodObject ? Object.keys(shape.shape) : [];

/** Parameters that the call's shape takes, with the id of its scope where one is given. */
export function sampleParams(endpoint: Endpoint, scope_id?: number): Record<string, unknown> {
  const shape = endpoint.params instanceof z.ZodObject ? endpoint.params.shape : {};
  const scoped = endpoint.scope === null ? [] : Object.values(endpoint.scope);
  return Object.fromEntries(
    namesIn(endpoint.path).map((name) => {
      if (scope_id !== undefined && scoped.includes(name)) return [name, scope_id];
      const field = shape[name] as z.ZodType | undefined;
      return [name, samples.find((sample) => field?.safeParse(sample).success)];
    }),
  );
}

/** Two calls at one address would hide each other; names of parameters do not tell them apart. */
export function addressFaults(calls: readonly Call[]): string[] {
  const seen = new Map<string, string>();
  return calls.flatMap(([noun, name, { method, path }]) => {
    const address = `${method} ${path.replace(/\{\w+\}/g, "{}")}`;
    const other = seen.get(address);
    seen.set(address, `${noun}.${name}`);
    return other ? [`${noun}.${name} has the address of ${other}: ${address}`] : [];
  });
}

/** Reports of what went wrong have only the places that are known. */
const optionalFields = new Set(Object.keys(problemShape.partial().shape));

const lenient = [z.ZodDefault, z.ZodPrefault, z.ZodCatch];

/**
 * An answer's shape holds no default and no optional field: with one, a column that a select forgets is
 * answered as null for ever, and nothing complains. What a person may leave out belongs to the form.
 */
export function answerFaults([noun, name, { answer }]: Call): string[] {
  const faults: string[] = [];
  if (answer === undefined) return faults;
  z.toJSONSchema(answer, {
    unrepresentable: "any",
    override({ zodSchema, path }) {
      const isOptional = zodSchema instanceof z.ZodOptional;
      if (isOptional && optionalFields.has(String(path.at(-1)))) return;
      if (isOptional || lenient.some((kind) => zodSchema instanceof kind)) {
        faults.push(`${noun}.${name} answers what a store may forget: ${path.join(".")}`);
      }
    },
  });
  return faults;
}

/** What can be seen in the declaration alone. */
export function declarationFaults([noun, name, endpoint]: Call): string[] {
  const { method, path, params, scope, body, bodyKind, permission } = endpoint;
  const named = namesIn(path);
  const faults: string[] = [];
  if (named.toSorted().join() !== fieldsOf(params).toSorted().join()) {
    faults.push("declares other parameters than its address has");
  }
  if (scope !== null && !Object.values(scope).every((id) => named.includes(id))) {
    faults.push("names a scope that its address lacks");
  }
  if (method === "GET" && (body || bodyKind)) faults.push("reads, but takes a body");
  if (body && bodyKind === "multipart") faults.push("takes a JSON body and files at once");
  if (endpoint.answer === undefined && endpoint.answerKind === undefined) {
    faults.push("says nothing of its answer");
  }
  if (endpoint.public && (permission !== null || scope !== null)) {
    faults.push("is public, but has a permission or a scope");
  }
  if (endpoint.open && (!endpoint.public || method !== "GET" || named.length > 0)) {
    faults.push("is open, but more than a static thing");
  }
  if (endpoint.signed && (!endpoint.public || endpoint.answerKind === undefined)) {
    faults.push("is signed, but no public file");
  }
  if (permission === null && !endpoint.public && noun !== "session" && scope !== null) {
    faults.push("reaches an object without a permission");
  }
  if (!endpoint.summary.endsWith(".")) faults.push("has no sentence as its summary");
  return faults.map((fault) => `${noun}.${name} ${fault}`);
}

/** Fields with several lines; all others are one line. */
const paragraphs =
  /(^|\.)(description|notes?|message|confirmation|(new_)?password(_repeat)?|(reports|errors)\..*)$/;
const broken = ["\0", "\ud800", "\u001b", "\udc00"];
/** Lengths that some field accepts: a code, a name, a key, a hash. */
const lengths = [1, 8, 20, 43, 64];

/** Every text of a request refuses, or replaces, what the database cannot store or a list cannot show. */
export function textFaults([noun, name, endpoint]: Call): string[] {
  const parts = [endpoint.params, endpoint.query, endpoint.body];
  return parts
    .flatMap((part) => part && leavesOf(part))
    .flatMap((leaf) => {
      if (leaf?.kind !== "text") return [];
      const signs = paragraphs.test(leaf.path) ? broken : [...broken, "\n", "\r\n", "\u2028"];
      const passes = (sign: string) =>
        lengths.some((length) => {
          const { data } = leaf.shape.safeParse(`${"a".repeat(length)}${sign}a`);
          return typeof data === "string" && data.includes(sign);
        });
      return signs
        .filter(passes)
        .map((sign) => `${noun}.${name} accepts ${JSON.stringify(sign)} in ${leaf.path}`);
    });
}

/** Every whole number of a request fits a column; every ID is positive, and in addresses decimal. */
export function numberFaults([noun, name, { params, query, body }]: Call): string[] {
  const beyond = 2 ** 31;
  const faultsOf = (part: z.ZodType | undefined, isAddress: boolean) =>
    (part ? leavesOf(part) : []).flatMap(({ kind, path, shape }) => {
      const accepts = (value: unknown) => shape.safeParse(value).success;
      if (kind !== "number" || accepts(1.5)) return [];
      const isId = /(^|[._])(id|ids|version|before)(\.\*)?$/.test(path);
      const wrong = [beyond, -beyond - 1, ...(isId ? [0, -1] : [])];
      const texts = ["0x10", "1e1", " 7", "+7", "7.0", "", String(beyond)];
      return [...wrong, ...(isAddress ? texts : [])]
        .filter(accepts)
        .map((value) => `${noun}.${name} accepts ${JSON.stringify(value)} as ${path}`);
    });
  return [...faultsOf(params, true), ...faultsOf(query, true), ...faultsOf(body, false)];
}

/** A function, or one that says why it needs the owner's database. */
function isHandler(given: unknown): boolean {
  const { needsOwner, answer } = (given ?? {}) as Record<string, unknown>;
  return (
    typeof given === "function" || (typeof needsOwner === "string" && typeof answer === "function")
  );
}

export function handlerFaults(
  calls: readonly Call[],
  handlers: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): string[] {
  return calls
    .filter(([noun, name]) => !isHandler(handlers[noun]?.[name]))
    .map(([noun, name]) => `${noun}.${name} has no handler`);
}

const codeOf = ({ body }: Answer) => (body as { code?: unknown } | null)?.code;
/** An answer to HEAD has no body that could say the code. */
const hasCode = ({ method }: Endpoint, answer: Answer, code: string) =>
  method === "HEAD" || codeOf(answer) === code;

/** A call that is not public says so without a session. */
export async function strangerFaults([noun, name, endpoint]: Call, ask: Ask): Promise<string[]> {
  if (endpoint.public) return [];
  const answer = await ask(endpoint, null, { params: sampleParams(endpoint, 1) });
  const isRefused = answer.status === 401 && hasCode(endpoint, answer, "INVALID_TOKEN");
  return isRefused ? [] : [`${noun}.${name} answers ${answer.status} without a session`];
}

/** `bare` holds no permission at all. */
export async function permissionFaults([noun, name, endpoint]: Call, ask: Ask): Promise<string[]> {
  if (endpoint.permission === null) return [];
  const answer = await ask(endpoint, "bare", { params: sampleParams(endpoint, 1) });
  const isRefused = answer.status === 403 && hasCode(endpoint, answer, "PERMISSION_DENIED");
  return isRefused ? [] : [`${noun}.${name} answers ${answer.status} without its permission`];
}

export type Foreign = {
  readonly plant: number;
  readonly analysis: number;
  readonly customer: number;
  readonly task: number;
};

/** No id of another customer, and none that is hidden, may differ from one that is missing. */
export async function foreignFaults(
  [noun, name, endpoint]: Call,
  ask: Ask,
  as: AccountKey,
  foreign: Partial<Foreign>,
): Promise<string[]> {
  const kind =
    endpoint.scope === null ? undefined : (Object.keys(endpoint.scope)[0] as keyof Foreign);
  const id = kind && foreign[kind];
  if (id === undefined) return [];
  const there = await ask(endpoint, as, { params: sampleParams(endpoint, id) });
  const missing = await ask(endpoint, as, { params: sampleParams(endpoint, 2_000_000_000) });
  const faults: string[] = [];
  if (there.status !== 404) faults.push(`answers ${there.status} for a foreign ${kind}`);
  if (outcome(there) !== outcome(missing))
    faults.push(`tells a foreign ${kind} from a missing one`);
  return faults.map((fault) => `${noun}.${name} ${fault}`);
}

/** Everything an answer tells, but for the number of the request. */
function outcome({ status, body, headers }: Answer): string {
  const { request_id: _, ...rest } = (body ?? {}) as Record<string, unknown>;
  const names = [...headers.keys()].filter((name) => name !== "date").toSorted();
  return JSON.stringify([status, rest, names]);
}
