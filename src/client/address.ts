// The URL of an endpoint.
import type { Endpoint } from "../api/endpoint.ts";

const ROOT = "/api";

/**
 * Path with its parameters filled in and the query encoded; undefined and null query values are left out.
 * Throws where a path parameter is missing.
 */
export function addressOf(
  endpoint: Pick<Endpoint, "path">,
  ask: { params?: unknown; query?: unknown },
): string {
  const params = (ask.params ?? {}) as Record<string, unknown>;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${endpoint.path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((ask.query ?? {}) as Record<string, unknown>)) {
    if (value === undefined || value === null) continue;
    query.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  const text = query.toString();
  return `${ROOT}${path}${text === "" ? "" : `?${text}`}`;
}
