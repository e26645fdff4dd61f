// Paths of files within a model's archive, as tilesets and glTF files name each other.

/** `outside`: another host, or a way out of the archive. `data`: the bytes stand in the reference itself. */
export type Reference =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "data" }
  | { readonly kind: "outside" };

/**
 * What a reference in a file of the archive means (RFC 3986, 5.2, within the archive).
 * @param from path of the file with the reference; folders are separated by /
 */
export function referenceOf(from: string, uri: string): Reference {
  if (/^data:/i.test(uri)) return { kind: "data" };
  if (/^([a-z][a-z0-9+.-]*:|\/\/|\/|\\)/i.test(uri)) return { kind: "outside" };
  const path = pathOf(uri);
  if (path === null || path.includes("\\") || path.includes("\0")) return { kind: "outside" };
  const parts = from.split("/").slice(0, -1);
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return { kind: "outside" };
  }
  return parts.length > 0 ? { kind: "file", path: parts.join("/") } : { kind: "outside" };
}

/** Without query and fragment, decoded; null for a broken escape. */
function pathOf(uri: string): string | null {
  try {
    return decodeURIComponent(uri.replace(/[?#].*$/s, ""));
  } catch {
    return null;
  }
}
