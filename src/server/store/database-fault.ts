// What the database refused, as PostgreSQL's codes tell it.

const codes = { unique: "23505", foreign_key: "23503" } as const;

/** True for a violation of a constraint of this kind, however deep drizzle wrapped it. */
export function violates(error: unknown, kind: keyof typeof codes): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && error.code === codes[kind]) return true;
  return error.cause !== undefined && violates(error.cause, kind);
}
