// Single sign-on by OpenID Connect: what a customer sets, and what follows from what its sign-in service says.
import { z } from "zod";
import type { Refusal } from "../error.ts";
import { allPlantsRefusal } from "./viewer.ts";
import { idShape } from "../id.ts";
import { exactLineShape, lineShape } from "../text.ts";
import { isProviderRole } from "./role.ts";
import { loginAnswerShape, sessionAnswerShape } from "./session.ts";
import { roleGrantRefusal, type Actor, type Grant } from "./user.ts";

/** Domains at which everyone can have an address. An address there proves no membership. */
const publicDomains: ReadonlySet<string> = new Set(
  (
    "gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com icloud.com me.com mac.com " +
    "aol.com gmx.com gmx.de gmx.net web.de t-online.de mail.com proton.me protonmail.com zoho.com yandex.com " +
    "yandex.ru mail.ru qq.com 163.com 126.com uol.com.br bol.com.br terra.com.br terra.es telefonica.net"
  ).split(" "),
);

export const domainShape = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?!-)([a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/, "sso_domain_form");

const issuerShape = lineShape.min(1).max(500).refine(isAddress, "sso_issuer_form");

/** A value of the claim, and the role that it gives. */
export const claimRoleShape = z.object({
  value: lineShape.min(1).max(200),
  role_id: idShape,
});
export type ClaimRole = z.infer<typeof claimRoleShape>;

const settings = {
  /** Whether the button is offered. */
  is_on: z.boolean(),
  /** Of the service, on the button: "Sign in with …". */
  name: lineShape.min(1).max(60),
  /** Address of the service, as it names itself. */
  issuer: issuerShape,
  client_id: lineShape.min(1).max(300),
  domains: z.array(domainShape).max(50),
  /** Claim with roles or groups, with dots for parts of parts; "" for none. */
  role_claim: lineShape.max(100),
  /** The first one whose value the claim has counts. */
  roles: z.array(claimRoleShape).max(100),
  /** Role where no value fits; null refuses the sign-in then. */
  default_role_id: idShape.nullable(),
  /** People may be created at their first sign-in. */
  provisions: z.boolean(),
  /** Whether users whom the service brings see all plants of the customer; else none until some are assigned. */
  sees_all_plants: z.boolean(),
  /** Passwords and passkeys of the customer's users are refused. */
  is_forced: z.boolean(),
  /** A second factor that the service has asked for counts. */
  trusts_second_factor: z.boolean(),
  /** Values of `acr` that stand for a second factor, beside `mfa` in `amr`. */
  second_factor_acr: z.array(lineShape.min(1).max(200)).max(10),
};

export const singleSignOnFormShape = z.object({
  ...settings,
  /** Null keeps the stored one; "" removes it. */
  client_secret: exactLineShape.max(1000).nullable(),
});
export type SingleSignOnForm = z.infer<typeof singleSignOnFormShape>;

/** The settings of a customer. The secret is never answered. */
export const singleSignOnShape = z.object({
  ...settings,
  /** Empty where nothing is set up. */
  name: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  domains: z.array(z.string()),
  role_claim: z.string(),
  /** Of the customer. */
  id: z.number().int(),
  customer_name: z.string(),
  is_provider: z.boolean(),
  is_set_up: z.boolean(),
  has_secret: z.boolean(),
  /** The address that the service must know. */
  redirect_url: z.string(),
  /** Users who have signed in through the service. */
  linked_users: z.number().int(),
  /** The service has a token and can send groups, whose names stand for roles without a claim. */
  is_provisioned: z.boolean(),
});
export type SingleSignOn = z.infer<typeof singleSignOnShape>;

/** What the sign-in service says about itself. */
export const providerFactsShape = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  /** Keys with which it signs. */
  keys: z.number().int(),
  /** Whether it ends its own session on request. */
  ends_session: z.boolean(),
});
export type ProviderFacts = z.infer<typeof providerFactsShape>;

/** The service that an e-mail address belongs to. */
export const signOnOfferShape = z.object({
  domain: z.string(),
  name: z.string(),
  /** True where a password is refused. */
  is_forced: z.boolean(),
});
export type SignOnOffer = z.infer<typeof signOnOfferShape>;

/** The end of a sign-in at the service: a session, or the product's own second factor. */
export const signOnAnswerShape = z.object({
  session: sessionAnswerShape.nullable(),
  second_factor: loginAnswerShape.nullable(),
  /** Name of the service, and the address that ends its session; null where it has none. */
  name: z.string(),
  end_session_url: z.string().nullable(),
});
export type SignOnAnswer = z.infer<typeof signOnAnswerShape>;

function isAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  const isPlain =
    url.username === "" && url.password === "" && url.search === "" && url.hash === "";
  // The document of a service is looked for below its address, and says who it is.
  return isPlain && !url.pathname.includes("/.well-known/");
}

/** The domain of an e-mail address, in lower case; null where there is none. */
export function domainOf(email: string): string | null {
  const at = email.lastIndexOf("@");
  const parsed = domainShape.safeParse(at < 0 ? "" : email.slice(at + 1));
  return parsed.success ? parsed.data : null;
}

type FormFacts = Pick<SingleSignOn, "is_provider" | "linked_users" | "is_provisioned"> & {
  /** The stored domains. */
  readonly domains: readonly string[];
  readonly form: Omit<SingleSignOnForm, "client_secret">;
  /** Roles by ID. */
  readonly roles: ReadonlyMap<number, Grant>;
};

/** Whether the viewer may add domains: another customer's people would be sent to this service. */
export const maySetDomains = ({ permissions }: Pick<Actor, "permissions">): boolean =>
  permissions.has("UPDATE_CUSTOMER");

/** Why the settings cannot be stored, with the field, or null. */
export function singleSignOnRefusal(viewer: Actor, facts: FormFacts): Refusal | null {
  const { form, is_provider, linked_users, is_provisioned } = facts;
  const limited = allPlantsRefusal(viewer);
  if (limited) return limited;
  const isNew = form.domains.some((domain) => !facts.domains.includes(domain));
  if (isNew && !maySetDomains(viewer)) {
    return { reason: "sso_domain_by_provider", field: "domains" };
  }
  const refused = formProblems(form, { is_provider, linked_users, is_provisioned })[0];
  if (refused) return refused;
  for (const [field, id] of grantedRoles(form)) {
    const grant = facts.roles.get(id);
    if (!grant) return { reason: "role_unknown", field };
    const refusal = roleGrantRefusal(viewer, grant, false);
    if (refusal) return { ...refusal, field };
  }
  return null;
}

/** What browser and server can say of the form alone. */
export function formProblems(
  form: Omit<SingleSignOnForm, "client_secret">,
  {
    is_provider,
    linked_users,
    is_provisioned,
  }: Pick<SingleSignOn, "is_provider" | "linked_users" | "is_provisioned">,
): Refusal[] {
  const open = form.domains.find((domain) => publicDomains.has(domain));
  const hasRole = form.default_role_id !== null || form.roles.length > 0;
  const found: (Refusal | false)[] = [
    open !== undefined && {
      reason: "sso_domain_public",
      values: { domain: open },
      field: "domains",
    },
    form.is_on && form.domains.length === 0 && { reason: "sso_domain_missing", field: "domains" },
    form.roles.length > 0 &&
      form.role_claim === "" &&
      !is_provisioned && { reason: "sso_claim_missing", field: "role_claim" },
    form.provisions && is_provider && { reason: "sso_creates_no_staff", field: "provisions" },
    form.provisions && !hasRole && { reason: "sso_role_missing", field: "default_role_id" },
    form.is_forced && is_provider && { reason: "sso_not_forced_on_staff", field: "is_forced" },
    form.is_forced && !form.is_on && { reason: "sso_forced_while_off", field: "is_forced" },
    form.is_forced && linked_users === 0 && { reason: "sso_forced_untried", field: "is_forced" },
  ];
  return found.filter((refusal) => refusal !== false);
}

function grantedRoles(form: Pick<SingleSignOnForm, "roles" | "default_role_id">) {
  const mapped = form.roles.map(({ role_id }) => ["roles", role_id] as const);
  const fallback = form.default_role_id;
  return fallback === null ? mapped : [...mapped, ["default_role_id", fallback] as const];
}

export type Claims = Readonly<Record<string, unknown>>;

/** The values of a claim: of its own name, else by the dots in it. */
export function claimValues(claims: Claims, name: string): string[] {
  let found: unknown = Object.hasOwn(claims, name) ? claims[name] : claims;
  if (found === claims) {
    for (const part of name.split(".")) {
      const isPart = typeof found === "object" && found !== null && Object.hasOwn(found, part);
      found = isPart ? (found as Claims)[part] : undefined;
    }
  }
  const values = Array.isArray(found) ? found : [found];
  return values.filter((value) => typeof value === "string").slice(0, 1000);
}

/**
 * The role that the claims give; null where none fits, "unset" where roles do not follow the claims.
 */
export function roleOfClaims(
  set: Pick<SingleSignOnForm, "role_claim" | "roles" | "default_role_id">,
  claims: Claims,
): number | null | "unset" {
  if (set.role_claim === "") return "unset";
  const values = new Set(claimValues(claims, set.role_claim));
  return set.roles.find(({ value }) => values.has(value))?.role_id ?? set.default_role_id;
}

/** True where the service says that it has asked for a second factor, and the customer lets that count. */
export function hasSecondFactor(
  set: Pick<SingleSignOnForm, "trusts_second_factor" | "second_factor_acr">,
  claims: Claims,
): boolean {
  if (!set.trusts_second_factor) return false;
  const acr = claims["acr"];
  const isAcr = typeof acr === "string" && set.second_factor_acr.includes(acr);
  return isAcr || claimValues(claims, "amr").includes("mfa");
}

/** True for a user whose password and passkeys are refused: staff keep theirs, as the way back in. */
export function isBoundToService(
  set: Pick<SingleSignOnForm, "is_on" | "is_forced"> | null,
  role_key: string,
): boolean {
  return set !== null && set.is_on && set.is_forced && !isProviderRole(role_key);
}
