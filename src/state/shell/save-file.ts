// Downloads of files: the browser streams them to the disk.
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";

/** Downloads an address of this server; the data do not pass through the page. */
export function saveFrom(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  link.click();
}

/** Downloads an address that needs a session: requests a token for this address first. Rejects with the refusal. */
export async function saveSigned(url: string): Promise<void> {
  const { url_token } = await call(api.session.generateUrlToken, { body: { url } });
  saveFrom(`${url}?url_token=${encodeURIComponent(url_token)}`);
}
