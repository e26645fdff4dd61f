// One request to FlightHub 2. An answer is a success only with code 0, whatever its HTTP status.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { failure, type Failure } from "../../domain/error.ts";
import { answerText, jsonOrNull, shownDetail } from "./outside-answer.ts";
import type { PermittedHosts } from "./permitted-host.ts";

export type FlightHub = {
  /** Of the region, without a slash at the end. */
  readonly url: string;
  /** The organization key of FlightHub Sync. */
  readonly token: string;
  /** Hosts of stores that the platform may name, beside its own. */
  readonly permitted: PermittedHosts;
  readonly timeoutMs: number;
};

type Request = { readonly path: string; readonly project?: string; readonly body?: object };

const envelopeShape = z.object({
  code: z.number().int(),
  message: z.string().default(""),
  data: z.unknown().optional(),
});
/** Pause before a request that changes nothing is sent again. */
const PAUSE_MS = 300;

/** Why the platform refuses, by its code (reference of the OpenAPI, and clients). */
const reasons: Readonly<Record<number, string>> = {
  200500: "drone_cloud_file",
  200700: "drone_cloud_firmware",
  219001: "drone_cloud_route_missing",
  219014: "drone_cloud_dock_missing",
  219020: "drone_cloud_unverified",
};

/** @throws a failure with a reason for the user */
export async function askFlightHub<T>(
  hub: FlightHub,
  shape: z.ZodType<T>,
  request: Request,
): Promise<T> {
  const isRepeatable = request.body === undefined;
  let answer = await send(hub, request);
  if (isRepeatable && (answer === null || answer.status >= 502)) {
    await sleep(PAUSE_MS);
    answer = await send(hub, request);
  }
  if (answer === null) throw cloudAway();
  const envelope = envelopeShape.safeParse(answer.content);
  if (answer.status === 401 || answer.status === 403)
    throw failure("CONFLICT", { reason: "drone_cloud_key" });
  if (!envelope.success) {
    throw answer.status >= 500
      ? cloudAway()
      : failure("UNAVAILABLE", { reason: "drone_cloud_unclear" });
  }
  const { code, message, data } = envelope.data;
  if (code !== 0) throw refusalOf(code, shownDetail(message, [hub.token], 200));
  const parsed = shape.safeParse(data);
  if (!parsed.success) throw failure("UNAVAILABLE", { reason: "drone_cloud_unclear" });
  return parsed.data;
}

export function cloudAway(): Failure {
  return failure("UNAVAILABLE", { reason: "drone_cloud_away" });
}

function refusalOf(code: number, detail: string): Failure {
  const reason = reasons[code];
  if (reason !== undefined) return failure("CONFLICT", { reason, values: { name: detail } });
  return failure("CONFLICT", { reason: "drone_cloud_refused", values: { code, detail } });
}

/** The answer; null if there was none. */
async function send({ url, token, timeoutMs }: FlightHub, { path, project, body }: Request) {
  try {
    const response = await fetch(`${url}/openapi/v0.1${path}`, {
      method: body ? "POST" : "GET",
      headers: {
        "x-user-token": token,
        "x-request-id": randomUUID(),
        "x-language": "en",
        ...(project && { "x-project-uuid": project }),
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await answerText(response);
    return { status: response.status, content: jsonOrNull(text) };
  } catch {
    return null;
  }
}
