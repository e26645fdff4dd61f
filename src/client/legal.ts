// Asks for the provider's terms and imprint with a plain request: the sign-in page needs nothing else of the calls of
// the app, which are larger than the page itself.
import type { Legal } from "../domain/provider/legal.ts";

/** The address of `legalApi.read`. */
export const legalAddress = "/api/legal";

/** An address in the web; null for none. Others would run in the page. */
const webAddress = (value: unknown): string | null =>
  typeof value === "string" && /^https?:\/\//i.test(value) ? value : null;

/** Rejects where the server does not answer: which terms are in force is not known then. */
export async function readLegal(): Promise<Legal> {
  const answer = await fetch(legalAddress);
  if (!answer.ok) throw new Error(`The server answered ${answer.status}`);
  const found = (await answer.json()) as Record<keyof Legal, unknown>;
  return {
    terms_url: webAddress(found.terms_url),
    imprint_url: webAddress(found.imprint_url),
  };
}
