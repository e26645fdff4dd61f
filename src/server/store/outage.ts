// Tells errors of an outage from other errors: the database or the object store is away, or the disk is full.

/** PostgreSQL is ending, starting, or has no connection left. */
const awayStates = /^(57P0[1235]|08\w{3}|53300|25006)$/;
const awayCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
/** The driver gives these errors no code. */
const awayMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after)/;
const fullCodes = new Set(["ENOSPC", "EDQUOT", "53100"]);

/** The error of a call while the database does not answer. */
export function databaseAway(): Error {
  return Object.assign(new Error("the database does not answer"), { code: "57P03" });
}

/** True if the database cannot be reached now. The same call may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  return someCause(error, (cause) => {
    const code = codeOf(cause);
    // A missing file has this code too; only a socket has this call.
    if (code === "ENOENT") return "syscall" in cause && cause.syscall === "connect";
    return awayStates.test(code) || awayCodes.has(code) || awayMessages.test(cause.message);
  });
}

/** The error of a call to an object store that says nothing. Its client does not try again. */
export function storeSilent(): Error {
  return Object.assign(new Error("the object store says nothing"), { name: "StoreSilent" });
}

/** True if the object store is away, busy or too slow now. The same call may succeed later. */
export function isStoreAway(error: unknown): boolean {
  return someCause(error, (cause) => {
    if (cause.name === "TimeoutError" || cause.name === "StoreSilent") return true;
    if (!("$metadata" in cause)) return false;
    const { httpStatusCode = 0 } = cause.$metadata as { readonly httpStatusCode?: number };
    return httpStatusCode >= 500 || httpStatusCode === 429;
  });
}

/** True if a disk has no room, that of the database or that of the files. */
export function isDiskFull(error: unknown): boolean {
  return someCause(error, (cause) => fullCodes.has(codeOf(cause)));
}

function codeOf(error: Error): string {
  return "code" in error ? String(error.code) : "";
}

/** Searches the error and its causes: drizzle wraps the database's error. */
function someCause(error: unknown, matches: (cause: Error) => boolean): boolean {
  if (!(error instanceof Error)) return false;
  return matches(error) || someCause(error.cause, matches);
}
