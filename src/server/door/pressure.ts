// Refuses calls while the server is far behind with its work.
import underPressure from "@fastify/under-pressure";
import type { FastifyInstance } from "fastify";
import { failure } from "../../domain/error.ts";
import { answerError } from "./error-answer.ts";

/** How late a timer may be before calls are refused, in milliseconds. */
export const LONGEST_DELAY_MS = 5000;

/**
 * Answers 503 while timers are late by more than this.
 * @param longest_ms 0 refuses nothing, as in tests, which also run on busy machines
 * @param sample_ms time over which the delay is measured
 */
export async function addPressureLimit(
  door: FastifyInstance,
  longest_ms: number,
  sample_ms = 1000,
): Promise<void> {
  if (longest_ms === 0) return;
  await door.register(underPressure, {
    maxEventLoopDelay: longest_ms,
    sampleInterval: sample_ms,
    pressureHandler: (request, reply) => {
      void answerError(failure("UNAVAILABLE"), request, reply);
    },
  });
}
