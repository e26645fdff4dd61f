// Images of phones in the container of HEIF (ISO 23008-12): recognised, so that their refusal can name them.

/** Brands of the container: HEIC, sequences of it, and AVIF. */
const brand = /^(?:hei[cfmsx]|hev[cmsx]|mif1|msf1|avi[fs])/;
const name = /\.(?:hei[cf]s?|hif|avif)$/i;

/** Whether a file is one by its first bytes; twelve of them say it. */
export function isHeif(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(4, 12));
  return text.startsWith("ftyp") && brand.test(text.slice(4));
}

/** Whether a file is one by its name, where its bytes are not at hand. */
export const hasHeifName = (file_name: string): boolean => name.test(file_name);
