// The form state of a customer's single sign-on, and its request body.
import {
  formProblems,
  singleSignOnFormShape,
  type ClaimRole,
  type SingleSignOn,
} from "../../domain/account/single-sign-on.ts";
import type { Problem } from "../../domain/error.ts";

export type SignOnDraft = {
  readonly is_on: boolean;
  readonly name: string;
  readonly issuer: string;
  readonly client_id: string;
  /** "" keeps the stored one. */
  readonly client_secret: string;
  /** As typed, separated by commas or spaces. */
  readonly domains: string;
  readonly role_claim: string;
  readonly roles: readonly (Pick<ClaimRole, "value"> & { readonly role_id: number | null })[];
  readonly default_role_id: number | null;
  readonly provisions: boolean;
  readonly sees_all_plants: boolean;
  readonly is_forced: boolean;
  readonly trusts_second_factor: boolean;
  readonly second_factor_acr: string;
};

export function draftOf(row: SingleSignOn): SignOnDraft {
  const { is_on, name, issuer, client_id, role_claim, roles, default_role_id } = row;
  const { provisions, sees_all_plants, is_forced, trusts_second_factor } = row;
  return {
    // What is set up for the first time is to be used.
    is_on: is_on || !row.is_set_up,
    name,
    issuer,
    client_id,
    client_secret: "",
    domains: row.domains.join(", "),
    role_claim,
    roles,
    default_role_id,
    provisions,
    sees_all_plants,
    is_forced,
    trusts_second_factor,
    second_factor_acr: row.second_factor_acr.join(", "),
  };
}

const wordsOf = (text: string) => text.split(/[\s,;]+/).filter(Boolean);

export function formOf({ client_secret, domains, second_factor_acr, ...draft }: SignOnDraft) {
  return {
    ...draft,
    client_secret: client_secret === "" ? null : client_secret,
    domains: wordsOf(domains),
    second_factor_acr: wordsOf(second_factor_acr),
  };
}

/** What the rules of the domain refuse before the server is asked. */
export function draftProblems(draft: SignOnDraft, row: SingleSignOn): Problem[] {
  const parsed = singleSignOnFormShape.safeParse(formOf(draft));
  return parsed.success ? formProblems(parsed.data, row) : [];
}
