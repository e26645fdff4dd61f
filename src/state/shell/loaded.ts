// The state of data of the server: not requested, loading, ready or failed.
import { errors, type Problem } from "../../domain/error.ts";

/** Why data could not be loaded, ready for a message. */
export type LoadFault = {
  /** Code of domain/error.ts. */
  readonly code: string;
  readonly message: string;
  readonly problems: readonly Problem[];
  /** Names the failure in diagnostics; shown as [id] before the message. */
  readonly error_id?: string;
};

export type Loaded<T> =
  | { readonly state: "idle" }
  | { readonly state: "loading" }
  | { readonly state: "ready"; readonly value: T }
  | { readonly state: "failed"; readonly fault: LoadFault };

export const idle = { state: "idle" } as const;
export const loading = { state: "loading" } as const;

export function ready<T>(value: T): Loaded<T> {
  return { state: "ready", value };
}

/** What the readers of this app throw where bytes are not what they should be. */
const isOfReader = (name: unknown) => name === "RangeError" || name === "SyntaxError";

/**
 * Code, words and problems of anything thrown. Only a call brings words for a person: the message of any other error
 * is for developers, and is left out.
 */
export function faultOf(cause: unknown): LoadFault {
  const known = (cause ?? {}) as Partial<LoadFault> & { name?: unknown; status?: unknown };
  const { code, problems, message, error_id, name, status } = known;
  const isKnown = typeof code === "string" && code in errors;
  const hasWords = isKnown && (typeof status === "number" || !(cause instanceof Error));
  const isDamaged = !isKnown && cause instanceof Error && isOfReader(name);
  return {
    code: typeof code === "string" ? code : "SOMETHING_WENT_WRONG",
    message: hasWords && typeof message === "string" ? message : "",
    problems: Array.isArray(problems) ? problems : isDamaged ? [{ reason: "data_damaged" }] : [],
    ...(typeof error_id === "string" && { error_id }),
  };
}

/** Keeps code and problems of a refused call; any other error is SOMETHING_WENT_WRONG. */
export function failed(cause: unknown): { state: "failed"; fault: LoadFault } {
  return { state: "failed", fault: faultOf(cause) };
}

/** The value where it is ready, else undefined. */
export function valueOf<T>(loaded: Loaded<T>): T | undefined {
  return loaded.state === "ready" ? loaded.value : undefined;
}

/** True while one of them is loading; a form whose choices it needs waits for it. */
export function isAnyLoading(...all: readonly Loaded<unknown>[]): boolean {
  return all.some(({ state }) => state === "loading");
}
