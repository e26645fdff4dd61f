// The rule of the store's lists, from its texts to a list of sentences; an empty list is a kept rule.

const STORE = "src/server/store/";
const hasLimit = /\.limit\(|\blimit \$\{|\blimit \d/;
const asksDatabase = /\.(?:select\w*|execute|returning)[(<]/;
const answersList = /\[\]|(?:Map|Set|Array)</;
/** A row of one key, and a count. */
const answersOne = /const \[\w+|\[0\]|\$count/;

/** Functions of the store that answer a list and have no LIMIT of their own, as "path#name". */
export function unlimitedReads(texts: Readonly<Record<string, string>>): string[] {
  return Object.entries(texts).flatMap(([path, text]) => {
    const isStore = path.startsWith(STORE) && !/\/schema\/|\.(?:test|fixture)\./.test(path);
    if (!isStore) return [];
    const found = text.matchAll(/^export (?:async )?function (\w+)[^]*?^\}/gm);
    const file = path.slice(STORE.length).replace(/\.ts$/, "");
    return [...found].flatMap(([body, name]) => (isUnlimited(body) ? [`${file}#${name}`] : []));
  });
}

function isUnlimited(body: string): boolean {
  if (hasLimit.test(body)) return false;
  const answer = /\)(?:: ([^;]*?))? \{$/m.exec(body)?.[1];
  // A type that the compiler finds itself does not stand in the text.
  if (answer === undefined) return asksDatabase.test(body) && !answersOne.test(body);
  return answersList.test(answer) && !answer.includes("AsyncGenerator");
}

/** Functions without a bound, and bounds without a function. */
export function readFaults(
  texts: Readonly<Record<string, string>>,
  bounds: ReadonlyMap<string, string>,
): string[] {
  const found = new Set(unlimitedReads(texts));
  return [
    ...[...found]
      .filter((read) => !bounds.has(read))
      .map((read) => `${read} answers a list: give it a LIMIT, or its bound in bounded-reads.ts`),
    ...[...bounds.keys()]
      .filter((read) => !found.has(read))
      .map(
        (read) => `${read} answers no list without a LIMIT any more: take it off bounded-reads.ts`,
      ),
  ];
}
