// Signing in with the service of a customer: out to the service, and back with its answer.
import { failure, type Failure } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import {
  hasSecondFactor,
  type Claims,
  type ProviderFacts,
  type SignOnAnswer,
} from "../../domain/account/single-sign-on.ts";
import { randomBytes } from "node:crypto";
import type { IdentityProviders, ProviderClient } from "../adapters/identity-provider.ts";
import { ProviderFault } from "../adapters/provider-fault.ts";
import type { Database, PublicOwnerContext, Services } from "../context.ts";
import type { Settings } from "../start/settings.ts";
import { readAccount } from "../store/account/account.ts";
import { authorOf, writeAuditEntry } from "../store/account/audit.ts";
import {
  readSignOn,
  readSignOnOf,
  storeBegun,
  takeBegun,
  type SignOnRow,
} from "../store/account/single-sign-on.ts";
import { openSecret } from "./sealed-secret.ts";
import { beginSecondFactor } from "./second-factor.ts";
import { openSessionFor } from "./session-answer.ts";
import { PersonRefused, personOf } from "./signed-on-person.ts";

export type SingleSignOnParts = {
  /** @throws BAD_REQUEST with the reason why the service is of no use */
  test(issuer: string, log: Services["log"]): Promise<ProviderFacts>;
  begin(
    context: PublicOwnerContext,
    asked: { domain: string; email: string | null; browser_key: string },
  ): Promise<{ address: string }>;
  finish(
    context: PublicOwnerContext,
    answer: { query: string; browser_key: string },
  ): Promise<SignOnAnswer>;
};

/** The address that a sign-in service sends the browser back to. */
export function redirectUrl({ public_url }: Pick<Settings, "public_url">): string {
  return `${public_url}/single-sign-on`;
}

/** What the encrypted secret of a customer belongs to. */
export const secretOf = (customer_id: number) => `client secret of customer ${customer_id}`;

/** Hosts of the own network that may be asked: those of the settings, and in the demo this server itself. */
function ownHosts({ single_sign_on_hosts, production, public_url }: Settings): string[] {
  return production ? single_sign_on_hosts : [...single_sign_on_hosts, new URL(public_url).host];
}

export function makeSingleSignOn(settings: Settings): SingleSignOnParts {
  let opened: Promise<IdentityProviders> | undefined;
  /** Its library loads with the first sign-in of this kind, so that the server starts sooner. */
  const providers = () =>
    (opened ??= import("../adapters/identity-provider.ts").then(({ openIdentityProviders }) =>
      openIdentityProviders(ownHosts(settings), settings.outside_hosts),
    ));
  return {
    async test(issuer, log) {
      try {
        return await (await providers()).read(issuer);
      } catch (cause) {
        if (!(cause instanceof ProviderFault)) throw cause;
        log.warn({ err: cause }, "a sign-in service was of no use");
        throw failure("BAD_REQUEST", { reason: cause.reason, field: "issuer" });
      }
    },

    async begin(context, { domain, email, browser_key }) {
      const { ownerDb, now } = context;
      const set = await readSignOnOf(ownerDb, domain);
      if (!set?.is_on) throw refused("sso_off");
      const secrets = {
        state: randomBytes(32).toString("base64url"),
        nonce: randomBytes(32).toString("base64url"),
        code_verifier: randomBytes(32).toString("base64url"),
      };
      const client = await clientOf(settings, ownerDb, set);
      const wishes = { email, acr: set.trusts_second_factor ? set.second_factor_acr : [] };
      const service = await providers();
      const address = await service.addressOf(client, secrets, wishes).catch(async (cause) => {
        throw await serviceFault(context, set, cause);
      });
      const { customer_id, issuer } = set;
      const { state, nonce, code_verifier } = secrets;
      const expires_at = new Date(now().getTime() + limits.signOnMs);
      const begun = { state, nonce, code_verifier, browser_key, customer_id, issuer, expires_at };
      await storeBegun(ownerDb, begun);
      return { address };
    },

    async finish(context, { query, browser_key }) {
      const { ownerDb, now, request_id, address } = context;
      const state = new URLSearchParams(query).get("state") ?? "";
      const begun = await takeBegun(ownerDb, state, browser_key, now());
      if (begun === null) {
        await auditRefusal(context, null, "sso_over");
        throw refused("sso_over");
      }
      const set = await readSignOn(ownerDb, begun.customer_id);
      if (!set?.is_on || set.issuer !== begun.issuer) throw refused("sso_off");
      const client = await clientOf(settings, ownerDb, set);
      const { nonce, code_verifier } = begun;
      const service = await providers();
      const signedOn = await service
        .finish(client, query, { state, nonce, code_verifier })
        .catch(async (cause: unknown) => {
          throw await serviceFault(context, set, cause);
        });
      const id = await findPerson(context, set, signedOn.claims);
      const row = await readAccount(ownerDb, id);
      if (!row) throw refused("sso_over");
      const rest = { name: set.name, end_session_url: signedOn.end_session_url };
      if (!hasSecondFactor(set, signedOn.claims)) {
        return { ...rest, session: null, second_factor: await beginSecondFactor(context, row) };
      }
      const detail = { factor: "single_sign_on", address };
      const parts = { ownerDb, request_id, now };
      // The answer of the service was used up above.
      const session = await openSessionFor(
        parts,
        row,
        { action: "sign_in", detail },
        async () => true,
      );
      return { ...rest, session, second_factor: null };
    },
  };
}

async function clientOf(
  settings: Settings,
  ownerDb: Database,
  set: SignOnRow,
): Promise<ProviderClient> {
  const { customer_id, issuer, client_id, client_secret: sealed } = set;
  const client_secret =
    sealed === null ? null : await openSecret(ownerDb, sealed, secretOf(customer_id));
  return { issuer, client_id, client_secret, redirect_uri: redirectUrl(settings) };
}

/** The account of the person. The reason of a refusal is kept in the audit trail. */
async function findPerson(
  context: PublicOwnerContext,
  set: SignOnRow,
  claims: Claims,
): Promise<number> {
  try {
    return await personOf(context, set, claims);
  } catch (cause) {
    if (!(cause instanceof PersonRefused)) throw cause;
    await auditRefusal(context, set, cause.refusal.reason);
    throw failure("INVALID_CREDENTIALS", cause.refusal);
  }
}

/** The failure for the browser; what exactly happened goes to the log. */
async function serviceFault(
  context: PublicOwnerContext,
  set: SignOnRow,
  cause: unknown,
): Promise<unknown> {
  if (!(cause instanceof ProviderFault)) return cause;
  const { customer_id, name } = set;
  context.log.warn({ err: cause, customer_id }, "a sign-in with a service failed");
  await auditRefusal(context, set, cause.reason);
  const away = cause.reason === "sso_unreachable";
  return failure(away ? "UNAVAILABLE" : "INVALID_CREDENTIALS", {
    reason: cause.reason,
    values: { service: name },
  });
}

function auditRefusal(
  { ownerDb, request_id, address }: PublicOwnerContext,
  set: SignOnRow | null,
  reason: string,
): Promise<void> {
  return writeAuditEntry(authorOf(null, request_id), ownerDb, {
    action: "sign_in_failed",
    customer_id: set?.customer_id ?? null,
    detail: { factor: "single_sign_on", reason, address },
  });
}

function refused(reason: string): Failure {
  return failure("INVALID_CREDENTIALS", { reason });
}
