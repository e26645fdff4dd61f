// Passwords, hashed with argon2id. Unknown accounts take the same time.
import { hash, verify } from "@node-rs/argon2";
import { limits } from "../../domain/limits.ts";
import { passwordLength } from "../../domain/account/password.ts";

// OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane; also the library's default.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Normalised, because keyboards encode accents differently. */
const typed = (password: string) => password.normalize("NFKC");

export function hashPassword(password: string): Promise<string> {
  return hash(typed(password), cost);
}

/** True if this hash was made as a new one would be. */
export function hasPresentCost(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = cost;
  return stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

let dummyHash: Promise<string> | undefined;

/** True if the password is the account's. A missing account or password takes the same time. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword("no account has this password");
  const usable = passwordLength(password) <= limits.passwordMax ? typed(password) : "";
  const matches = await verify(stored ?? (await dummyHash), usable);
  return stored !== null && usable !== "" && matches;
}
