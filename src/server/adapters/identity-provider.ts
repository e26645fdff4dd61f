// Sign-in services of customers, by OpenID Connect: code flow with PKCE, state and nonce.
import * as oidc from "openid-client";
import type { Claims, ProviderFacts } from "../../domain/account/single-sign-on.ts";
import { ProviderFault } from "./provider-fault.ts";
import type { PermittedHosts } from "./permitted-host.ts";
import { AddressRefused, openPublicFetch, type PublicFetch } from "./public-fetch.ts";

/** How the product is known at a sign-in service. */
export type ProviderClient = {
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret: string | null;
  readonly redirect_uri: string;
};

/** What one sign-in is bound to. */
export type SignOnSecrets = {
  readonly state: string;
  readonly nonce: string;
  readonly code_verifier: string;
};

/** What the service says of the person who signed in. */
export type SignedOn = { readonly claims: Claims; readonly end_session_url: string | null };

export type IdentityProviders = {
  /** Asks a service about itself. Throws a ProviderFault. */
  read(issuer: string): Promise<ProviderFacts>;
  /** Where the browser goes to sign in. Throws a ProviderFault. */
  addressOf(
    client: ProviderClient,
    secrets: SignOnSecrets,
    wishes: { readonly email: string | null; readonly acr: readonly string[] },
  ): Promise<string>;
  /** Takes the code of the address that the browser came back with. Throws a ProviderFault. */
  finish(client: ProviderClient, query: string, secrets: SignOnSecrets): Promise<SignedOn>;
};

const MOST_BYTES = 512 * 1024;
const TIMEOUT_MS = 10_000;
/** What a service says about itself is asked for again after this time. */
const KEPT_MS = 10 * 60_000;
const MOST_KEPT = 200;
/** Seconds by which the clocks of two machines may differ. */
const CLOCK_SECONDS = 60;

type Kept = { readonly config: Promise<oidc.Configuration>; readonly until: number };

/**
 * @param hosts hosts of the own network that may be asked, with their ports
 * @param permitted all others that may be asked
 */
export function openIdentityProviders(
  hosts: readonly string[],
  permitted: PermittedHosts,
  {
    timeoutMs = TIMEOUT_MS,
    mostBytes = MOST_BYTES,
    ask = openPublicFetch({ hosts: new Set(hosts), permitted, timeoutMs, mostBytes }),
  } = {},
): IdentityProviders {
  const kept = new Map<string, Kept>();

  function configOf(client: Omit<ProviderClient, "redirect_uri">): Promise<oidc.Configuration> {
    const { issuer, client_id, client_secret } = client;
    const key = JSON.stringify([issuer, client_id, client_secret]);
    const known = kept.get(key);
    const now = performance.now();
    if (known && known.until > now) return known.config;
    const config = discover(ask, client, timeoutMs);
    kept.delete(key);
    const [oldest] = kept.keys();
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(key, { config, until: now + KEPT_MS });
    config.catch(() => kept.delete(key));
    return config;
  }

  return {
    async read(issuer) {
      const config = await discover(
        ask,
        { issuer, client_id: "none", client_secret: null },
        timeoutMs,
      );
      const {
        authorization_endpoint = "",
        jwks_uri,
        end_session_endpoint,
      } = config.serverMetadata();
      const keys = await readKeys(ask, jwks_uri);
      return {
        issuer: config.serverMetadata().issuer,
        authorization_endpoint,
        keys,
        ends_session: end_session_endpoint !== undefined,
      };
    },

    async addressOf(client, { state, nonce, code_verifier }, { email, acr }) {
      const config = await configOf(client);
      const code_challenge = await oidc.calculatePKCECodeChallenge(code_verifier);
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: client.redirect_uri,
        scope: "openid email profile",
        state,
        nonce,
        code_challenge,
        code_challenge_method: "S256",
        ...(email !== null && { login_hint: email }),
        ...(acr.length > 0 && { acr_values: acr.join(" ") }),
      });
      return url.href;
    },

    async finish(client, query, { state, nonce, code_verifier }) {
      const config = await configOf(client);
      const address = new URL(client.redirect_uri);
      address.search = query;
      try {
        const tokens = await oidc.authorizationCodeGrant(config, address, {
          pkceCodeVerifier: code_verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const token = tokens.claims();
        if (!token) throw new ProviderFault("sso_answer_invalid", "no claims");
        const hasPerson = "email" in token && "email_verified" in token;
        const asksMore = !hasPerson && config.serverMetadata().userinfo_endpoint !== undefined;
        const more = asksMore
          ? await oidc.fetchUserInfo(config, tokens.access_token, token.sub)
          : {};
        // What is signed counts more.
        return { claims: { ...more, ...token }, end_session_url: endOf(config, client) };
      } catch (cause) {
        throw faultOf(cause);
      }
    },
  };
}

async function discover(
  ask: PublicFetch,
  { issuer, client_id, client_secret }: Omit<ProviderClient, "redirect_uri">,
  timeoutMs: number,
): Promise<oidc.Configuration> {
  try {
    const send: oidc.CustomFetch = (url, { method, headers, body, signal }) =>
      ask(url, {
        method,
        headers,
        body: body instanceof URLSearchParams ? body.toString() : undefined,
        signal,
      });
    const found = await oidc.discovery(new URL(issuer), client_id, {}, oidc.None(), {
      // `ask` refuses what is not encrypted, unless the operator has named the host.
      execute: [oidc.allowInsecureRequests],
      [oidc.customFetch]: send,
      timeout: timeoutMs / 1000,
    });
    const facts = found.serverMetadata();
    // A service for all organisations names none of them: anybody's people could come.
    if (withoutSlash(facts.issuer) !== withoutSlash(issuer)) {
      throw new ProviderFault("sso_issuer_differs", facts.issuer);
    }
    const needed = [facts.authorization_endpoint, facts.token_endpoint, facts.jwks_uri];
    if (needed.some((address) => address === undefined || !URL.canParse(address))) {
      throw new ProviderFault("sso_no_service", "an endpoint is missing");
    }
    if (!/^https?:$/.test(new URL(facts.authorization_endpoint ?? "").protocol)) {
      throw new ProviderFault("sso_no_service", "the sign-in address is no web address");
    }
    const metadata = { [oidc.clockTolerance]: CLOCK_SECONDS };
    const config = new oidc.Configuration(facts, client_id, metadata, authOf(facts, client_secret));
    config[oidc.customFetch] = send;
    config.timeout = timeoutMs / 1000;
    oidc.allowInsecureRequests(config);
    // Without this, the library does not check the signature of a token that came directly from the service.
    oidc.enableNonRepudiationChecks(config);
    return config;
  } catch (cause) {
    throw faultOf(cause, "sso_no_service");
  }
}

/** Most services take the secret in the header of the request; some only in its body. */
function authOf(
  { token_endpoint_auth_methods_supported: ways }: oidc.ServerMetadata,
  secret: string | null,
): oidc.ClientAuth {
  if (secret === null) return oidc.None();
  const isInHeader = ways === undefined || ways.includes("client_secret_basic");
  return isInHeader ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret);
}

const withoutSlash = (text: string) => text.replace(/\/$/, "");

async function readKeys(ask: PublicFetch, address: string | undefined): Promise<number> {
  try {
    const answer = await ask(address ?? "", { headers: { accept: "application/json" } });
    const { keys } = (await answer.json()) as { keys?: unknown };
    if (!answer.ok || !Array.isArray(keys) || keys.length === 0) throw new Error("no keys");
    return keys.length;
  } catch (cause) {
    throw faultOf(cause, "sso_no_keys");
  }
}

/** Where the browser ends the session of the service, and comes back from; null where the service has no such address. */
function endOf(config: oidc.Configuration, client: ProviderClient): string | null {
  const end = URL.parse(config.serverMetadata().end_session_endpoint ?? "");
  if (end === null || !/^https?:$/.test(end.protocol)) return null;
  const post_logout_redirect_uri = new URL("/login", client.redirect_uri).href;
  return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri }).href;
}

/** What went wrong, in words for the person who signs in. */
function faultOf(cause: unknown, other = "sso_answer_invalid"): ProviderFault {
  if (cause instanceof ProviderFault) return cause;
  const chain = [...causesOf(cause)];
  const detail = chain.map(({ message }) => message).join("; ");
  const fault = (reason: string) => new ProviderFault(reason, detail, cause);
  if (chain.some((error) => error instanceof AddressRefused)) return fault("sso_address_refused");
  if (chain.some((error) => error instanceof RangeError)) return fault("sso_answer_large");
  if (cause instanceof oidc.AuthorizationResponseError) {
    return fault(cause.error === "access_denied" ? "sso_cancelled" : "sso_service_refused");
  }
  if (cause instanceof oidc.ResponseBodyError) {
    const { error } = cause;
    if (error === "invalid_grant") return fault("sso_code_over");
    const isClient = error === "invalid_client" || error === "unauthorized_client";
    return fault(isClient ? "sso_client_refused" : "sso_service_refused");
  }
  const codes = chain.map((error) => (error as { code?: unknown }).code);
  if (codes.includes("OAUTH_JWT_TIMESTAMP_CHECK_FAILED")) return fault("sso_token_time");
  if (codes.includes("OAUTH_TIMEOUT") || codes.includes("OAUTH_ABORT"))
    return fault("sso_unreachable");
  const isNetwork = codes.some((code) => typeof code === "string" && /^E[A-Z_]+$/.test(code));
  const isAborted = chain.some(({ name }) => name === "AbortError" || name === "TimeoutError");
  return fault(isNetwork || isAborted ? "sso_unreachable" : other);
}

function* causesOf(cause: unknown): Generator<Error> {
  let at = cause;
  for (let depth = 0; at instanceof Error && depth < 8; depth += 1) {
    yield at;
    at = at.cause;
  }
}
