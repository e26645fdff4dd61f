// Who makes a call, and what of the contract it may be.
import type { Endpoint } from "../../api/endpoint.ts";
import type { AccessScope } from "../../domain/account/access-token.ts";
import { failure } from "../../domain/error.ts";
import { isPermitted } from "../../domain/account/permission.ts";
import type { Viewer } from "../context.ts";

export type Caller = {
  readonly viewer: Viewer;
  readonly session_hash: Buffer;
  /** The hash as text, as a key for maps. */
  readonly session_key: string;
  /** False if the permissions of the account changed since the browser last loaded them. */
  readonly has_current_permissions: boolean;
  /** What the access token of the call is for; null for a session, which may make all calls. */
  readonly scopes: ReadonlySet<AccessScope> | null;
};

/** Calls that a session with outdated permissions may make: those that renew or end it. */
const outdatedSessionPaths: ReadonlySet<string> = new Set([
  "/auth/user/reload-permissions",
  "/auth/logout",
]);

/**
 * A session may make all calls, an access token those of its scopes alone, both with the permission of the call.
 * @throws PERMISSION_DENIED, and PERMISSION_RELOAD_REQUIRED where the browser knows older permissions
 */
export function requireAccess(endpoint: Endpoint, caller: Caller): void {
  requireScope(endpoint, caller);
  if (!caller.has_current_permissions && !outdatedSessionPaths.has(endpoint.path)) {
    throw failure("PERMISSION_RELOAD_REQUIRED");
  }
  requirePermission(endpoint, caller);
}

/** The same while a call runs, whatever the browser knows of changed permissions. @throws PERMISSION_DENIED */
export function requireStillAccess(endpoint: Endpoint, caller: Caller): void {
  requireScope(endpoint, caller);
  requirePermission(endpoint, caller);
}

function requireScope({ access }: Endpoint, { scopes }: Caller): void {
  if (scopes === null || (access !== undefined && scopes.has(access))) return;
  throw failure("PERMISSION_DENIED", { reason: "access_token_scope" });
}

function requirePermission({ permission }: Endpoint, { viewer }: Caller): void {
  if (!isPermitted(permission, viewer.permissions)) throw failure("PERMISSION_DENIED");
}
