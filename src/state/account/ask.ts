// Whether a call is allowed now, checked before its button is pressed.
import { atom } from "jotai";
import { api, type Api } from "../../api/index.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { concerns, refusalOf, type FactsArgs } from "../../api/refusal.ts";
import type { ViewerFacts } from "../../domain/account/viewer.ts";
import type { Refusal } from "../../domain/error.ts";
import { refusalWords } from "../shell/refusal-words.ts";
import { valueOf } from "../shell/loaded.ts";
import { meAtom } from "./me.ts";
import { hasPermissionAtom, permissionsAtom, sessionAtom } from "./session.ts";

type Noun = keyof Api;
/** "plant.remove": the noun and the name of a call in src/api. */
export type CallName = { [N in Noun]: `${N}.${keyof Api[N] & string}` }[Noun];
type CallOf<Name extends CallName> = Name extends `${infer N extends Noun}.${infer C}`
  ? C extends keyof Api[N]
    ? Api[N][C] extends Endpoint
      ? Api[N][C]
      : never
    : never
  : never;

/** The signed-in user as rules see them; the id is 0 until the account is loaded. */
export const viewerAtom = atom((get): ViewerFacts => {
  const session = get(sessionAtom);
  const me = valueOf(get(meAtom));
  return {
    account_id: me?.id ?? 0,
    customer_id: session?.customer?.id ?? null,
    is_admin: session?.is_admin === true,
    is_super_admin: session?.is_super_admin === true,
    permissions: get(permissionsAtom),
    plant_ids: me?.sees_all_plants === false ? [] : null,
  };
});

/** The text for a disabled button; null where the button is enabled. */
export function reasonOf(asked: Refusal | null): string | null {
  return asked && refusalWords(asked);
}

/** Why a button is disabled; with `isHidden` it is not shown at all. */
export type Asked = Refusal & { readonly isHidden?: true };

export type Ask = <Name extends CallName>(
  name: Name,
  ...facts: FactsArgs<CallOf<Name>>
) => Asked | null;

/** A call and those of its noun. Throws a RangeError for an unknown call. */
function declared(name: CallName) {
  const [noun = "", call = ""] = name.split(".");
  const calls: Readonly<Record<string, Endpoint>> = api[noun as Noun];
  const endpoint = calls[call];
  if (!endpoint) throw new RangeError(`no call ${name}`);
  return { calls, endpoint };
}

/** A function that tells whether the role permits a call; the rule of the call is not asked. */
export const hasCallAtom = atom((get) => {
  const has = get(hasPermissionAtom);
  return (name: CallName): boolean => has(declared(name).endpoint.permission);
});

/**
 * A function that returns null where the call is allowed now, else the reason: the missing permission, or the
 * refusal of the call's rule. Calls that do not concern the role are hidden. Throws a RangeError for an
 * unknown call.
 */
export const askAtom = atom((get): Ask => {
  const viewer = get(viewerAtom);
  return (name, ...facts) => {
    const { calls, endpoint } = declared(name);
    const refusal = refusalOf(endpoint, viewer, ...(facts as []));
    if (refusal?.reason !== "permission_missing" || concerns(calls, viewer)) return refusal;
    return { ...refusal, isHidden: true };
  };
});
