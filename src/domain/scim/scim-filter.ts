// Filters of lists: comparisons with `eq`, joined by `and`. Sign-in services look for one user or one group with them.
import { badScim, plainPath, scimLimits } from "./scim.ts";

export type Comparison<Name extends string> = { readonly name: Name; readonly value: string };

/** Other spellings of an attribute. */
const spellings: Readonly<Record<string, string>> = {
  "emails.value": "emails",
  'emails[type eq "work"].value': "emails",
  "members.value": "members",
};

const comparison =
  /^([a-z][\w$:.-]*(?:\[type eq "work"\]\.value)?)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*(?:\s+and\s+(?=\S)|$)/i;

/**
 * The comparisons of a filter; all of them must hold.
 * @param names the attributes that can be compared, in lower case
 * @throws ScimFault for anything else
 */
export function filterOf<Name extends string>(
  filter: unknown,
  names: readonly Name[],
): Comparison<Name>[] {
  if (filter === undefined || filter === "") return [];
  if (typeof filter !== "string" || filter.length > scimLimits.filterLetters)
    throw unsupported(names);
  const found: Comparison<Name>[] = [];
  let rest = filter.trim();
  while (rest !== "") {
    const [whole = "", path = "", literal = ""] = comparison.exec(rest) ?? [];
    const plain = plainPath(path);
    const name = names.find((one) => one === (spellings[plain] ?? plain));
    if (whole === "" || name === undefined) throw unsupported(names);
    found.push({ name, value: textOf(literal, names) });
    rest = rest.slice(whole.length);
  }
  return found;
}

function textOf(literal: string, names: readonly string[]): string {
  if (!literal.startsWith('"')) return literal.toLowerCase();
  let text: string;
  try {
    text = String(JSON.parse(literal));
  } catch {
    throw unsupported(names);
  }
  // The database stores no text with it.
  if (text.includes("\0")) throw unsupported(names);
  return text;
}

function unsupported(names: readonly string[]) {
  return badScim(
    "invalidFilter",
    `A filter compares ${names.join(", ")} by eq, several of them joined by and.`,
  );
}
