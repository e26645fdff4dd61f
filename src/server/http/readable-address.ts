// Checks whether a viewer may read an address. Url tokens are issued only for such addresses.
import { apiDescription } from "../../api/description.ts";
import { api } from "../../api/index.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { failure } from "../../domain/error.ts";
import { isPermitted } from "../../domain/account/permission.ts";
import type { Context } from "../context.ts";
import { parseParams } from "./parse.ts";
import { endpointList } from "./route.ts";
import { resolveScope } from "./scope.ts";

type ReadableEndpoint = { readonly endpoint: Endpoint; readonly pattern: RegExp };

const readable: readonly ReadableEndpoint[] = endpointList(api)
  .map(([, , endpoint]) => endpoint)
  .filter(({ method, answerKind }) => method === "GET" && answerKind !== undefined)
  .map((endpoint) => ({
    endpoint,
    pattern: new RegExp(`^/api${endpoint.path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
  }));

/** @throws BAD_REQUEST for an address that is no file of the API, else the same errors as the call itself */
export async function addressCheck(context: Context, url: string): Promise<void> {
  if (url === apiDescription.page || url === apiDescription.openApi) return;
  const address = url.startsWith("/api/") ? new URL(url, "http://server") : null;
  for (const { endpoint, pattern } of address ? readable : []) {
    const match = pattern.exec(address?.pathname ?? "");
    if (!match) continue;
    if (!isPermitted(endpoint.permission, context.viewer.permissions)) {
      throw failure("PERMISSION_DENIED");
    }
    const sent = Object.entries(match.groups ?? {}).map(([name, text]) => [name, decode(text)]);
    const params = parseParams(endpoint.params, Object.fromEntries(sent));
    await resolveScope(endpoint, params, context.db, context.viewer);
    return;
  }
  throw failure("BAD_REQUEST", { reason: "url_not_ours", field: "url" });
}

function decode(text: string | undefined): string {
  try {
    return decodeURIComponent(text ?? "");
  } catch {
    return "";
  }
}
