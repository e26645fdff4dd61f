// Refuses calls while the whole server is late, so that those it has taken come to an end.

import pressure from "@fastify/under-pressure";
import type { FastifyInstance } from "fastify";
import { failure } from "../../domain/error.ts";
import type { Settings } from "../start/settings.ts";
import { answerError } from "./error-answer.ts";

/**
 * A server under test shares its processors with its tests, which are then late as well: it refuses nothing.
 * @param longestDelay milliseconds by which the server's loop may be late
 */
export async function addPressureGuard(
  app: FastifyInstance,
  { mode }: Pick<Settings, "mode">,
  longestDelay = 5000,
): Promise<void> {
  if (mode === "test") return;
  await app.register(pressure, {
    maxEventLoopDelay: longestDelay,
    sampleInterval: Math.min(1000, longestDelay),
    pressureHandler: (request, reply) => {
      void answerError(failure("UNAVAILABLE"), request, reply);
    },
  });
}
