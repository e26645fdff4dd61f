// Converts constraint violations of the database to refusals.
import { failure, type ErrorCode, type Refusal } from "../../domain/error.ts";

/** Constraints, by their names in the database, whose violation has a reason for users. */
export const constraints = [
  "analysis_name",
  "analysis_server_name_unique",
  "account_email",
  "single_sign_on_domain_pkey",
  "customer_name_unique",
  "drone_app_version",
  "drone_internal_identifier_unique",
  "drone_model_name_unique",
  "evaluation_batch_number",
  "plant_name",
  "product_package_name_unique",
  "purchase_order_plant_id_plant_id_fk",
  "saved_view_name",
] as const;
type Constraint = (typeof constraints)[number];

/** `referenced` applies if any row still refers to the deleted one. */
type Reasons = Readonly<Partial<Record<Constraint | "referenced", Refusal>>>;

const foreignKeyViolation = "23503";

/**
 * Runs `write`. If the database reports a violated constraint, throws its reason.
 * @throws a failure with `code`; other database errors are rethrown
 */
export async function refuseViolation<T>(
  reasons: Reasons,
  write: () => Promise<T>,
  code: ErrorCode = "CONFLICT",
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const reason = reasonOf(reasons, error);
    throw reason ? failure(code, reason) : error;
  }
}

/** True where a row with the same key was there already. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && error.code === "23505") || isUniqueViolation(error.cause);
}

const serialisationFailure = "40001";
const deadlock = "40P01";

/** True where the database ended a transaction because of others that ran beside it: it may pass the next time. */
export function isContended(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? error.code : null;
  return code === deadlock || code === serialisationFailure || isContended(error.cause);
}

/** Searches the error and its causes: drizzle wraps the database's error. */
function reasonOf(reasons: Reasons, error: unknown): Refusal | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error ? error.code : null;
  const constraint = "constraint" in error ? error.constraint : null;
  const named = constraints.find((name) => name === constraint);
  const reason =
    (named && reasons[named]) ?? (code === foreignKeyViolation ? reasons.referenced : undefined);
  return reason ?? reasonOf(reasons, error.cause);
}
