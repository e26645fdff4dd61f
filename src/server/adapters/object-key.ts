// Checks the keys of objects segment by segment, so that no key leads out of the store.

const segment = /^[A-Za-z0-9_][A-Za-z0-9._=-]*$/;
const maxSegmentLength = 200;
const maxKeyLength = 800;

/**
 * Returns the key if it is valid. Segments have letters, digits, `.`, `_`, `=` and `-`, and do not
 * begin with a dot: there is no `..`, no absolute path, no NUL, no backslash, no percent sign.
 * @throws RangeError for an invalid key
 */
export function checkKey(key: string): string {
  const segments = key.split("/");
  if (
    key.length > maxKeyLength ||
    !segments.every((part) => part.length <= maxSegmentLength && segment.test(part))
  ) {
    throw new RangeError(`not an object key: ${JSON.stringify(key.slice(0, 200))}`);
  }
  return key;
}

/** Key of what an object that grows has beside its whole parts, at this offset. */
export function tailKey(key: string, offset: number): string {
  return `${key}.tail-${offset}`;
}

/** The error of reading a missing object. */
export function noSuchObject(key: string): Error {
  return new Error(`no such object: ${key}`);
}

/** Like `checkKey`, for a prefix of keys: the last segment may be incomplete or empty. */
export function checkPrefix(prefix: string): string {
  if (prefix !== "") checkKey(prefix.endsWith("/") ? `${prefix}x` : prefix);
  return prefix;
}
