// The route guard: what a path shows to whom, decided from the list of panels alone.
import { loginAddress } from "../../domain/account/destination.ts";
import { isPermitted, type Permission } from "../../domain/account/permission.ts";
import type { PanelDeclaration } from "../../panels/panel.ts";

export type Passage =
  | { readonly show: "panel" }
  | { readonly show: "not-found" }
  | { readonly redirect: string };

type Guarded = Pick<PanelDeclaration, "public" | "permission" | "id">;

/**
 * `panel` is the one whose address matches, undefined where none does; `held` is null when signed
 * out; `wanted` is path, query and hash.
 */
export function guard(
  panel: Guarded | undefined,
  held: ReadonlySet<Permission> | null,
  wanted: string,
): Passage {
  if (held === null) {
    if (!panel) return { show: "not-found" };
    return panel.public ? { show: "panel" } : { redirect: loginAddress(wanted) };
  }
  if (panel?.id === "login") return { redirect: "/" };
  if (!panel || !isPermitted(panel.permission, held)) return { show: "not-found" };
  return { show: "panel" };
}
