// Signing in with the service of a customer: out of the product, and back.
import { singleSignOnApi } from "../../api/account/single-sign-on.ts";
import { call } from "../../client/call.ts";
import { keepSession } from "../../client/session.ts";
import { keepBegun, keepServiceEnd, takeBegun } from "../../client/sign-on-begun.ts";
import { safeDestination } from "../../domain/account/destination.ts";
import { domainOf, type SignOnOffer } from "../../domain/account/single-sign-on.ts";
import { failure } from "../../domain/error.ts";

/** The service of an e-mail address or a domain; null where there is none, or it cannot be asked now. */
export async function lookUpService(emailOrDomain: string): Promise<SignOnOffer | null> {
  const domain = domainOf(emailOrDomain.includes("@") ? emailOrDomain : `@${emailOrDomain}`);
  if (domain === null) return null;
  const { offer } = await call(singleSignOnApi.lookUp, { body: { domain } });
  return offer;
}

/** Sends the browser to the service. Rejects with the refusal. */
export async function goToService(
  { domain }: SignOnOffer,
  email: string,
  dest: string | null,
): Promise<void> {
  const browser_key = randomKey();
  const body = { domain, email: email.includes("@") ? email.trim() : null, browser_key };
  const { address } = await call(singleSignOnApi.begin, { body });
  keepBegun({ browser_key, dest });
  location.assign(address);
}

/** Ends the sign-in with the query of the address; answers where to go on. Rejects with the refusal. */
export async function comeBack(query: string): Promise<string> {
  const begun = takeBegun();
  if (begun === null) throw failure("INVALID_CREDENTIALS", { reason: "sso_over" });
  const { browser_key, dest } = begun;
  const answer = await call(singleSignOnApi.finish, { body: { query, browser_key } });
  const { session, second_factor, end_session_url: url, name } = answer;
  keepServiceEnd(url === null ? null : { name, url });
  if (session !== null) {
    keepSession(session);
    return safeDestination(dest, location.origin);
  }
  const way = second_factor?.auth_method === 1 ? "confirm-totp-login" : "confirm-mail-login";
  const key = encodeURIComponent(second_factor?.confirmation_key ?? "");
  return `/${way}/${key}${dest ? `?dest=${encodeURIComponent(dest)}` : ""}`;
}

function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
