// Images in the size that there is: a plant on a device has small ones alone.

export type ShownImage = {
  /** An object URL. */
  readonly url: string;
  /** True where the full size needs a network. */
  readonly isSmall: boolean;
};

const isOffline = (cause: unknown): boolean =>
  (cause as { code?: unknown } | null)?.code === "OFFLINE";

/**
 * An image to be seen: in full size, or the small one where the user is offline and this device has no other. Nothing is
 * measured in a small one. Rejects with the refusal of the full size.
 */
export async function shownImage(
  urlOf: (size: "full" | "thumb") => Promise<string>,
): Promise<ShownImage> {
  try {
    return { url: await urlOf("full"), isSmall: false };
  } catch (cause) {
    const url = isOffline(cause) ? await urlOf("thumb").catch(() => null) : null;
    if (url === null) throw cause;
    return { url, isSmall: true };
  }
}
