// Decides if a viewer can use an endpoint: permission and rule in one. Buttons and handlers use the same code.
import { isPermitted } from "../domain/account/permission.ts";
import { permissionMissing, type ViewerFacts } from "../domain/account/viewer.ts";
import type { Refusal } from "../domain/error.ts";
import type { Endpoint } from "./endpoint.ts";

/** The facts that the endpoint's rule needs: an object, or several facts; undefined without a rule. */
export type FactsOf<E extends Endpoint> = E extends {
  readonly refusal: (viewer: ViewerFacts, facts: infer Facts) => Refusal | null;
}
  ? Facts
  : undefined;

/** The facts as a last argument, which is optional if the endpoint's rule needs none. */
export type FactsArgs<E extends Endpoint> =
  undefined extends FactsOf<E> ? [facts?: FactsOf<E>] : [facts: FactsOf<E>];

/** Why the endpoint's rule refuses the request, or null. Does not check the permission. */
export function ruleRefusalOf<E extends Endpoint>(
  endpoint: E,
  viewer: ViewerFacts,
  ...[facts]: FactsArgs<E>
): Refusal | null {
  return endpoint.refusal?.(viewer, facts as never) ?? null;
}

/** Why the viewer cannot use the endpoint with these facts now, or null. */
export function refusalOf<E extends Endpoint>(
  endpoint: E,
  viewer: ViewerFacts,
  ...facts: FactsArgs<E>
): Refusal | null {
  if (!isPermitted(endpoint.permission, viewer.permissions)) return permissionMissing;
  return ruleRefusalOf(endpoint, viewer, ...facts);
}

/**
 * True if the viewer's role permits one of these endpoints that change something. Otherwise the interface
 * hides the controls instead of disabling them.
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
