// The route guard: decides from the list of panels what a path shows to a user.
import { loginAddress } from "../../domain/account/destination.ts";
import { isPermitted, type Permission } from "../../domain/account/permission.ts";
import type { PanelDeclaration } from "../../panels/panel.ts";

export type GuardDecision =
  | { readonly show: "panel" }
  | { readonly show: "not-found" }
  /** The page exists, and the role of the viewer does not include it. */
  | { readonly show: "no-permission" }
  | { readonly show: "offline" }
  | { readonly redirect: string };

type Guarded = Pick<PanelDeclaration, "public" | "permission" | "id">;

/**
 * `panel` is the panel whose address matches, undefined if none does. `permissions` is null for a
 * signed-out user. `requested` is path, query and hash. `offline` has the plants on this device while the user is offline: only
 * the view of a plant is shown then, and the home page is the only one of them.
 */
export function guard(
  panel: Guarded | undefined,
  permissions: ReadonlySet<Permission> | null,
  requested: string,
  offline: readonly number[] | null = null,
): GuardDecision {
  if (permissions === null) {
    if (!panel) return { show: "not-found" };
    return panel.public ? { show: "panel" } : { redirect: loginAddress(requested) };
  }
  if (panel?.id === "login") return { redirect: "/" };
  if (offline && panel?.id !== "plant") {
    const [only, ...others] = offline;
    const isOne = only !== undefined && others.length === 0;
    return panel?.id === "home" && isOne ? { redirect: `/plant/${only}` } : { show: "offline" };
  }
  if (!panel) return { show: "not-found" };
  return { show: isPermitted(panel.permission, permissions) ? "panel" : "no-permission" };
}
