// Downloads of files: the browser streams them to the disk.
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";

/**
 * Downloads an address of this server; the data do not pass through the page. `name`: of a file that the page
 * holds itself.
 */
export function saveFrom(url: string, name = ""): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}

/** Downloads an address that needs a session: requests a token for this address first. Rejects with the refusal. */
export async function saveSigned(url: string): Promise<void> {
  const { url_token } = await call(api.session.generateUrlToken, { body: { url } });
  const sign = url.includes("?") ? "&" : "?";
  saveFrom(`${url}${sign}url_token=${encodeURIComponent(url_token)}`);
}

const KEEP_MS = 60_000;

/** Downloads a file that the page has made. */
export function saveBlob(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
}
