// Files handed to the browser's downloads, which stream them to the disk.
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";

/** Lets the browser store what lies at an address of ours; nothing of it passes through the page. */
export function saveFrom(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  link.click();
}

/** The same for an address that needs a session: signed first, for it alone. Rejects with the refusal. */
export async function saveSigned(url: string): Promise<void> {
  const { url_token } = await call(api.session.generateUrlToken, { body: { url } });
  saveFrom(`${url}?url_token=${encodeURIComponent(url_token)}`);
}
