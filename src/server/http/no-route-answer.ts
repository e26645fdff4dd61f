// Answers to what reaches no route: an address with a broken percent sign, or bytes that are no HTTP.
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { errors, type ErrorCode } from "../../domain/error.ts";
import { answerError, errorAnswer } from "./error-answer.ts";

type Headers = () => Readonly<Record<string, string>>;

/** Answers requests that the router refuses. No hook runs for them, so the headers are added here. */
export function answerUnrouted(headers: Headers) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    void answerError(error, request, reply.headers(headers()));
  };
}

/** Status and code of what Node's parser refuses; anything else is a bad request. */
const parserFaults: Readonly<Record<string, readonly [status: number, code: ErrorCode]>> = {
  HPE_HEADER_OVERFLOW: [431, "TOO_LARGE"],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "TOO_LARGE"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "BAD_REQUEST"],
};

/** Answers bytes that are no request, then closes. The language of the sender is not known. */
export function answerNoRequest(headers: Headers) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    const { _httpMessage: begun } = socket as Socket & { _httpMessage?: { headersSent: boolean } };
    if (error.code === "ECONNRESET" || !socket.writable || begun?.headersSent) {
      socket.destroy();
      return;
    }
    const [status, code] = parserFaults[error.code ?? ""] ?? [
      errors.BAD_REQUEST.status,
      "BAD_REQUEST",
    ];
    const body = JSON.stringify(errorAnswer(code, "en", crypto.randomUUID()));
    const head = {
      ...headers(),
      "cache-control": "no-store",
      "content-type": "application/json; charset=utf-8",
      "content-length": String(Buffer.byteLength(body)),
      connection: "close",
    };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`, () =>
      socket.destroy(),
    );
  };
}
