// What a call rejects with.
import { errors, type ErrorCode, type Problem } from "../domain/error.ts";
import type { ErrorAnswer } from "../domain/error-shape.ts";

/** A call that was refused or had no answer; `message` is in the user's language. */
export type CallFailure = Error & {
  readonly code: ErrorCode;
  readonly status: number;
  readonly problems: readonly (Problem & { message?: string })[];
  /** Of an edit that came too late: what is stored by now, and what was sent. */
  readonly versions?: ErrorAnswer["versions"];
  /** Names this failure in diagnostics; shown as [id] before the message. */
  readonly error_id: string;
};

/** Creates a failure. Where the server sent no message, the message is derived from the code. */
export function callFailure(
  code: ErrorCode,
  known: {
    status?: number;
    message?: string;
    problems?: readonly Problem[] | undefined;
    versions?: ErrorAnswer["versions"];
  } = {},
): CallFailure {
  const error_id = crypto.randomUUID().slice(0, 8);
  return Object.assign(new Error(known.message ?? ""), {
    code,
    status: known.status ?? errors[code].status,
    problems: known.problems ?? [],
    ...(known.versions && { versions: known.versions }),
    error_id,
  });
}
