// Whether a viewer may ask a call: permission and rule in one. Buttons and handlers ask the same.
import { isPermitted } from "../domain/account/permission.ts";
import { permissionMissing, type ViewerFacts } from "../domain/account/viewer.ts";
import type { Refusal } from "../domain/error.ts";
import type { Endpoint } from "./endpoint.ts";

/** What the rule of a call is about: the object, or several facts together; nothing without a rule. */
export type AboutOf<E extends Endpoint> = E extends {
  readonly refusal: (viewer: ViewerFacts, about: infer About) => Refusal | null;
}
  ? About
  : undefined;

/** The last argument of whoever asks: left out where the call has no rule, or one about nothing. */
export type AboutArgs<E extends Endpoint> =
  undefined extends AboutOf<E> ? [about?: AboutOf<E>] : [about: AboutOf<E>];

/** Why the rule of the call stands against it, or null; the permission is asked elsewhere. */
export function ruleRefusalOf<E extends Endpoint>(
  endpoint: E,
  viewer: ViewerFacts,
  ...[about]: AboutArgs<E>
): Refusal | null {
  return endpoint.refusal?.(viewer, about as never) ?? null;
}

/** Why the viewer may not ask the call about this now, or null. */
export function refusalOf<E extends Endpoint>(
  endpoint: E,
  viewer: ViewerFacts,
  ...about: AboutArgs<E>
): Refusal | null {
  if (!isPermitted(endpoint.permission, viewer.permissions)) return permissionMissing;
  return ruleRefusalOf(endpoint, viewer, ...about);
}

/**
 * Whether the viewer may change anything with these calls. Where not, the interface does not show what
 * changes them at all: it is of no concern to the role.
 */
export function concerns(
  calls: Readonly<Record<string, Endpoint>>,
  { permissions }: Pick<ViewerFacts, "permissions">,
): boolean {
  return Object.values(calls).some(
    ({ method, permission }) =>
      method !== "GET" && permission !== null && isPermitted(permission, permissions),
  );
}
