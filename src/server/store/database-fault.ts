// What the database refuses when two people write at once, or what refers to a row is not seen.
import { failure, type ErrorCode, type Refusal } from "../../domain/error.ts";

/** Constraints whose violation has a reason that people can act on, by their names in the database. */
export const constraints = [
  "account_email",
  "customer_name_unique",
  "drone_app_version",
  "drone_internal_identifier_unique",
  "drone_model_name_unique",
  "plant_name",
  "product_package_name_unique",
  "purchase_order_plant_id_plant_id_fk",
] as const;
type Constraint = (typeof constraints)[number];

/** `referenced` stands for any row that still refers to the one that would be deleted. */
type Reasons = Readonly<Partial<Record<Constraint | "referenced", Refusal>>>;

const foreignKeyViolation = "23503";

/**
 * Writes, and refuses with the reason of the constraint that the database found violated.
 * @throws a failure of `code`; any other fault of the database as it came
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

/** The database's own error lies below the one of the query, or is it. */
function reasonOf(reasons: Reasons, error: unknown): Refusal | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error ? error.code : null;
  const constraint = "constraint" in error ? error.constraint : null;
  const named = constraints.find((name) => name === constraint);
  const reason =
    (named && reasons[named]) ?? (code === foreignKeyViolation ? reasons.referenced : undefined);
  return reason ?? reasonOf(reasons, error.cause);
}
