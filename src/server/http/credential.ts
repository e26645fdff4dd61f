// HTTP basic credentials, as the sign-in sends them.
import { isLine } from "../../domain/text.ts";
import type { PublicContext } from "../context.ts";

/** @param header the authorization header; answers null without credentials that can be looked for */
export function credentialsOf(header: string | undefined): PublicContext["credentials"] {
  if (header === undefined || header.length > 2000 || !/^basic /i.test(header)) return null;
  const text = Buffer.from(header.slice("basic ".length), "base64").toString("utf8");
  const colon = text.indexOf(":");
  // No account has such a name, and no database can look for it.
  if (colon < 0 || !isLine(text.slice(0, colon))) return null;
  return { name: text.slice(0, colon), password: text.slice(colon + 1) };
}
