// What a key may look like: checked segment by segment, so that no key ever leaves the store.

const segment = /^[A-Za-z0-9_][A-Za-z0-9._=-]*$/;
const longestSegment = 200;
const longestKey = 800;

/**
 * Returns the key, or refuses it. Segments are letters, digits, `.`, `_`, `=` and `-`, and never
 * begin with a dot: there is no `..`, no absolute path, no NUL, no backslash, no percent sign.
 * @throws RangeError
 */
export function checkKey(key: string): string {
  const segments = key.split("/");
  if (
    key.length > longestKey ||
    !segments.every((part) => part.length <= longestSegment && segment.test(part))
  ) {
    throw new RangeError(`not an object key: ${JSON.stringify(key.slice(0, 200))}`);
  }
  return key;
}

/** What a read of an object that is not there rejects with. */
export function noSuchObject(key: string): Error {
  return new Error(`no such object: ${key}`);
}

/** Like `checkKey`, for the beginning of keys: the last segment may be cut short or empty. */
export function checkPrefix(prefix: string): string {
  if (prefix !== "") checkKey(prefix.endsWith("/") ? `${prefix}x` : prefix);
  return prefix;
}
