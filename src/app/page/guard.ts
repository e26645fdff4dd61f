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
 * signed-out user. `requested` is path, query and hash. Offline, only the view of a plant is shown.
 */
export function guard(
  panel: Guarded | undefined,
  permissions: ReadonlySet<Permission> | null,
  requested: string,
  isOffline = false,
): GuardDecision {
  if (permissions === null) {
    if (!panel) return { show: "not-found" };
    return panel.public ? { show: "panel" } : { redirect: loginAddress(requested) };
  }
  if (panel?.id === "login") return { redirect: "/" };
  if (isOffline && panel?.id !== "plant") return { show: "offline" };
  if (!panel) return { show: "not-found" };
  return { show: isPermitted(panel.permission, permissions) ? "panel" : "no-permission" };
}
