// Passwords: argon2id, and the same work for accounts that do not exist.
import { hash, verify } from "@node-rs/argon2";
import { limits } from "../../domain/limits.ts";
import { passwordLength } from "../../domain/account/password.ts";

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane. It is the library's default too.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The same characters in one form: keyboards differ in how they type an accent. */
const typed = (password: string) => password.normalize("NFKC");

export function hashPassword(password: string): Promise<string> {
  return hash(typed(password), cost);
}

let nobody: Promise<string> | undefined;

/** Whether the password is the account's; a missing account or password costs the same time. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword("nobody has this password");
  const usable = passwordLength(password) <= limits.passwordMax ? typed(password) : "";
  const matches = await verify(stored ?? (await nobody), usable);
  return stored !== null && usable !== "" && matches;
}
