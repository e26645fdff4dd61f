// Fair shares of the server: calls of one session, and heavy ones of one customer, wait for each other, so
// that they do not take the place of other users.
import type { ServerResponse } from "node:http";
import type { Endpoint } from "../../api/endpoint.ts";
import { failure } from "../../domain/error.ts";
import type { Caller } from "./caller.ts";

/** Calls that run at the same time. The others wait in the order of their arrival. */
export const shares = {
  session: { call: 24, heavy: 2, upload: 3 },
  customer: { heavy: 6, upload: 10 },
} as const;
/** Calls that may wait for one place, and how long they wait. */
const queue = { calls: 100, ms: 20_000 };
/** Sent with the refusal: when another attempt makes sense. */
const retryAfterS = 5;

export type Places = {
  /** Resolves to a function that gives the place back. @throws TOO_MANY_REQUESTS */
  take(key: string, most: number): Promise<() => void>;
};

type Place = { running: number; readonly waiting: Set<() => void> };

export function openPlaces(wait = queue): Places {
  const places = new Map<string, Place>();

  function giveBack(key: string, place: Place): void {
    const [next] = place.waiting;
    if (next) next();
    else if (place.running > 1) place.running -= 1;
    else places.delete(key);
  }

  return {
    async take(key, most) {
      const place = places.get(key) ?? { running: 0, waiting: new Set() };
      places.set(key, place);
      if (place.running < most) place.running += 1;
      else await turn(place);
      let isHeld = true;
      return () => {
        if (isHeld) giveBack(key, place);
        isHeld = false;
      };
    },
  };

  /** Resolves when a running call hands its place over. */
  function turn(place: Place): Promise<void> {
    if (place.waiting.size >= wait.calls) throw busy();
    return new Promise((resolve, reject) => {
      const next = () => {
        place.waiting.delete(next);
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        place.waiting.delete(next);
        reject(busy());
      }, wait.ms);
      place.waiting.add(next);
    });
  }
}

function busy() {
  const values = { seconds: retryAfterS };
  return failure("TOO_MANY_REQUESTS", { reason: "requests_busy", values });
}

/**
 * Runs the call when its session and its customer have a place for it. A heavy call keeps the place until its work has
 * ended and its answer is sent: a caller that leaves early does not make room for the next one while the work goes on.
 */
export async function inTurn<Result>(
  places: Places,
  endpoint: Endpoint,
  caller: Pick<Caller, "session_key" | "viewer">,
  response: ServerResponse,
  run: () => Promise<Result>,
  query: Readonly<Record<string, unknown>> = {},
): Promise<Result> {
  const { bodyKind } = endpoint;
  const heavy = typeof endpoint.heavy === "function" ? endpoint.heavy(query) : endpoint.heavy;
  const isUpload = bodyKind === "multipart" || bodyKind === "bytes";
  const kind = isUpload ? "upload" : heavy ? "heavy" : "call";
  const free: (() => void)[] = [];
  const leave = () => free.splice(0).forEach((give) => give());
  try {
    const { session_key, viewer } = caller;
    free.push(await places.take(`${kind} ${session_key}`, shares.session[kind]));
    // Staff who act for no customer are limited by session alone.
    if (kind !== "call" && viewer.customer_id !== null) {
      free.push(await places.take(`${kind} of ${viewer.customer_id}`, shares.customer[kind]));
    }
    return await run();
  } catch (error) {
    leave();
    throw error;
  } finally {
    if (kind === "heavy" && !response.closed) response.once("close", leave);
    else leave();
  }
}
