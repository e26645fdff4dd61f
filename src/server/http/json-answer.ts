// Sends answers as JSON, with the headers that their calls declare.
import type { FastifyReply } from "fastify";
import type { Endpoint } from "../../api/endpoint.ts";
import { answerShapeOf } from "./answer-shape.ts";

/** Parses the answer with its shape, which removes all fields that the shape does not have. */
export function jsonOf(endpoint: Endpoint, result: unknown): string {
  return JSON.stringify(endpoint.answer ? answerShapeOf(endpoint.answer).parse(result) : null);
}

/** Whether a stream of bytes is answered. */
export function isStreamed({ answerKind }: Endpoint): boolean {
  return answerKind === "bytes" || answerKind === "csv";
}

export function sendWithHeaders(
  reply: FastifyReply,
  endpoint: Endpoint,
  result: unknown,
): FastifyReply {
  const { headers, answer } = result as { headers: Record<string, unknown>; answer: unknown };
  for (const [name, value] of Object.entries(endpoint.answerHeaders?.parse(headers) ?? {})) {
    reply.header(name, value);
  }
  reply.code(endpoint.status ?? 200);
  return endpoint.answerKind === "empty"
    ? reply.header("cache-control", "no-store").send()
    : sendJson(reply, jsonOf(endpoint, answer));
}

export function sendJson(reply: FastifyReply, text: string | Buffer): FastifyReply {
  return reply
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .send(text);
}
