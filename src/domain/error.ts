// The error catalogue: code, HTTP status and the client's reaction. The texts are in error.json.
import type { ErrorAnswer, Problem } from "./error-shape.ts";

export type { Problem } from "./error-shape.ts";

export const errors = {
  INVALID_TOKEN: { status: 401, reaction: "sign_out" },
  TOKEN_EXPIRED: { status: 401, reaction: "sign_out" },
  PERMISSION_RELOAD_REQUIRED: { status: 409, reaction: "reload_permissions" },
  PERMISSION_DENIED: { status: 403, reaction: "show" },
  INVALID_CREDENTIALS: { status: 401, reaction: "show" },
  INVALID_BOT_TOKEN: { status: 403, reaction: "new_bot_token" },
  PROOF_REQUIRED: { status: 403, reaction: "new_bot_token" },
  EMAIL_ALREADY_EXISTS: { status: 409, reaction: "show" },
  RESOURCE_NOT_FOUND: { status: 404, reaction: "show" },
  BAD_REQUEST: { status: 400, reaction: "show" },
  CONFLICT: { status: 409, reaction: "show" },
  GONE: { status: 410, reaction: "show" },
  LOCKED: { status: 423, reaction: "show" },
  CHECKSUM_MISMATCH: { status: 460, reaction: "show" },
  FILE_REFUSED: { status: 422, reaction: "show" },
  TOO_LARGE: { status: 413, reaction: "show" },
  TOO_MANY_REQUESTS: { status: 429, reaction: "show" },
  UNAVAILABLE: { status: 503, reaction: "show" },
  INSUFFICIENT_STORAGE: { status: 507, reaction: "show" },
  DISCONNECT: { status: 0, reaction: "show" },
  OFFLINE: { status: 0, reaction: "show" },
  SOMETHING_WENT_WRONG: { status: 500, reaction: "show" },
} as const;

export type ErrorCode = keyof typeof errors;

const ordinary: ReadonlySet<string> = new Set<ErrorCode>([
  "INVALID_CREDENTIALS",
  "EMAIL_ALREADY_EXISTS",
  "RESOURCE_NOT_FOUND",
  "PERMISSION_DENIED",
  "BAD_REQUEST",
  "CONFLICT",
  "GONE",
  "LOCKED",
  "FILE_REFUSED",
  "TOO_LARGE",
  "TOO_MANY_REQUESTS",
  "DISCONNECT",
  "OFFLINE",
]);

/**
 * True for an answer of every day, such as a wrong password, a refusal or a lost network: no fault that support looks for.
 */
export function isOrdinary(code: string): boolean {
  return ordinary.has(code);
}

/** True where there is no network, or the user has chosen to be without: it is a state, and passes. */
export const isAwayFromServer = (code: string): boolean =>
  code === "DISCONNECT" || code === "OFFLINE";

/** Why a rule refuses something, as a key of refusal.json. Rules answer `null` if they allow it. */
export type Refusal = Problem;

/** Thrown by handlers and jobs; the server turns it into an error answer. */
export type Failure = Error & {
  readonly code: ErrorCode;
  readonly problems: readonly Problem[];
  readonly versions?: NonNullable<ErrorAnswer["versions"]>;
  readonly proof?: NonNullable<ErrorAnswer["proof"]>;
};

export function failure(code: ErrorCode, ...problems: Problem[]): Failure {
  const reasons = problems.map(({ reason }) => reason).join(", ");
  return Object.assign(new Error(reasons === "" ? code : `${code}: ${reasons}`), {
    code,
    problems,
  });
}

/** The failure of an edit that is based on an older version than the stored one. */
export function conflict(current: unknown, sent: unknown, problem: Problem): Failure {
  return Object.assign(failure("CONFLICT", problem), { versions: { current, sent } });
}

/** The failure of a public call without a solved challenge; it brings one along, and where to read what to do. */
export function proofRequired(proof: NonNullable<ErrorAnswer["proof"]>): Failure {
  return Object.assign(failure("PROOF_REQUIRED", { reason: "proof_required" }), { proof });
}

export function isFailure(value: unknown): value is Failure {
  return value instanceof Error && "code" in value && "problems" in value;
}

/** Values that name a thing: their digits are not grouped. */
const names: ReadonlySet<string> = new Set(
  "id version code revision offset entry state number part value dt_id year epsg".split(" "),
);

/** The values of a problem as a reader of the language writes them: "3,000" or "3.000". */
export function shownValues(
  locale: string,
  values: Readonly<Record<string, string | number>>,
): Record<string, string | number> {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "number" && !names.has(name) ? format.format(value) : value,
    ]),
  );
}
