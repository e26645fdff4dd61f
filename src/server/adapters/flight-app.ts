// The third-party flight app, whose cloud brings missions to the pilot's phone: the type of the adapter, and the
// real one. Litchi does not document its cloud; the calls are those of VolaTeQ/litchitool.
import { z } from "zod";
import { failure, type Failure } from "../../domain/error.ts";
import { answerText, jsonOrNull } from "./outside-answer.ts";

export type FlightAppMission = {
  readonly name: string;
  /** The binary mission. */
  readonly bytes: Uint8Array;
  readonly place: readonly [longitude: number, latitude: number];
};

/** Calls reject with UNAVAILABLE if the app's cloud does not answer, CONFLICT if it refuses. */
export type FlightAppAdapter = {
  /**
   * Stores all missions in the account, or none. Those whose names are there already are left out.
   * @returns the IDs of those that were stored
   * @param options.isRepeat true where they may have been sent before: without the list of missions nothing is sent
   */
  upload(
    missions: readonly FlightAppMission[],
    options?: { readonly isRepeat: boolean },
  ): Promise<string[]>;
};

export type FlightAppAccount = {
  readonly url: string;
  /** Constant of the app. */
  readonly app_id: string;
  readonly user: string;
  readonly password: string;
  readonly timeoutMs: number;
};

const sessionShape = z.object({ objectId: z.string(), sessionToken: z.string() });
const fileShape = z.object({ name: z.string(), url: z.string() });
const objectShape = z.object({ objectId: z.string() });

type Request = {
  readonly path: string;
  readonly method?: "GET" | "POST" | "DELETE";
  readonly session?: string;
  readonly body?: object | Uint8Array;
};

export function openFlightApp(account: FlightAppAccount): FlightAppAdapter {
  const { user: username, password } = account;
  return {
    async upload(missions, { isRepeat } = { isRepeat: false }) {
      const signIn = { path: "/parse/login", body: { username, password } };
      const { objectId: owner, sessionToken: session } = await ask(account, sessionShape, signIn);
      const known = await storedNames(account, session, missions).catch((cause: unknown) => {
        // Without the list a first export goes on; a repeated one might store missions twice.
        if (isRepeat) throw cause;
        return new Set<string>();
      });
      const ids: string[] = [];
      try {
        for (const mission of missions.filter(({ name }) => !known.has(name))) {
          const file = { path: "/parse/files/mission", session, body: mission.bytes };
          const stored = await ask(account, fileShape, file);
          const body = missionObject(mission, owner, stored);
          const made = { path: "/parse/classes/Mission", session, body };
          ids.push((await ask(account, objectShape, made)).objectId);
        }
        await ask(account, z.unknown(), {
          path: "/parse/functions/syncMyDevices",
          session,
          body: {},
        });
      } catch (cause) {
        await removeAll(account, session, ids);
        throw cause;
      }
      return ids;
    },
  };
}

const listShape = z.object({ results: z.array(z.object({ name: z.string() })) });
/** Names in one question: they stand in its address. */
const NAMES_AT_ONCE = 50;

/** The names of those missions that the account has. */
async function storedNames(
  account: FlightAppAccount,
  session: string,
  missions: readonly FlightAppMission[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let at = 0; at < missions.length; at += NAMES_AT_ONCE) {
    const names = missions.slice(at, at + NAMES_AT_ONCE).map(({ name }) => name);
    const query = new URLSearchParams({
      where: JSON.stringify({ name: { $in: names } }),
      keys: "name",
      limit: "1000",
    });
    const request = { path: `/parse/classes/Mission?${query}`, method: "GET", session } as const;
    const { results } = await ask(account, listShape, request);
    for (const { name } of results) found.add(name);
  }
  return found;
}

function missionObject(
  { name, place: [longitude, latitude] }: FlightAppMission,
  owner: string,
  file: z.output<typeof fileShape>,
) {
  return {
    ACL: { [owner]: { read: true, write: true } },
    location: { __type: "GeoPoint", latitude, longitude },
    name,
    user: { __type: "Pointer", className: "_User", objectId: owner },
    file: { __type: "File", ...file },
  };
}

/** What was stored before the fault; what cannot be removed stays. */
async function removeAll(account: FlightAppAccount, session: string, ids: readonly string[]) {
  for (const id of ids) {
    const request = { path: `/parse/classes/Mission/${id}`, method: "DELETE", session } as const;
    await ask(account, z.unknown(), request).catch(() => undefined);
  }
}

async function ask<T>(
  account: FlightAppAccount,
  shape: z.ZodType<T>,
  request: Request,
): Promise<T> {
  const response = await send(account, request).catch(() => null);
  if (!response || response.status >= 500) throw appFailure("UNAVAILABLE", "flight_app_away");
  const content = jsonOrNull(await answerText(response).catch(() => ""));
  if (response.status === 401 || (request.path === "/parse/login" && !response.ok)) {
    throw appFailure("CONFLICT", "flight_app_key");
  }
  if (!response.ok) throw appFailure("CONFLICT", "flight_app_refused");
  const parsed = shape.safeParse(content);
  if (!parsed.success) throw appFailure("UNAVAILABLE", "flight_app_unclear");
  return parsed.data;
}

function appFailure(code: "CONFLICT" | "UNAVAILABLE", reason: string): Failure {
  return failure(code, { reason });
}

function send({ url, app_id, timeoutMs }: FlightAppAccount, request: Request): Promise<Response> {
  const { path, method = "POST", session, body } = request;
  const isFile = body instanceof Uint8Array;
  return fetch(`${url}${path}`, {
    method,
    headers: {
      "x-parse-application-id": app_id,
      ...(session && { "x-parse-session-token": session }),
      "content-type": isFile ? "application/octet-stream" : "application/json",
    },
    ...(body && { body: isFile ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
}
