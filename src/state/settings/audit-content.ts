// What was downloaded, by the address that an entry of the audit trail names.
import { api } from "../../api/index.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { hasWords, t } from "../shell/locale.ts";

type Content = { readonly name: string; readonly pattern: RegExp };

const contents: readonly Content[] = Object.entries(api).flatMap(([noun, calls]) =>
  Object.entries(calls as Readonly<Record<string, Endpoint>>)
    .filter(([, endpoint]) => endpoint.download !== undefined)
    .map(([call, { path }]) => ({
      name: `${noun}.${call}`,
      pattern: new RegExp(`^/api${path.replace(/\{\w+\}/g, "[^/]+")}$`),
    })),
);

/** Names of the calls that hand something out: `report.download`. */
export const contentNames: readonly string[] = contents.map(({ name }) => name);

/** In words what was read from the address of a call; null where the address is that of no such call. */
export function contentWords(address: string): string | null {
  const [path = ""] = address.split("?");
  const content = contents.find(({ pattern }) => pattern.test(path));
  const key = `audit:content.${content?.name}`;
  return content && hasWords(key) ? t(key) : null;
}
