// A step of the build of the browser app. See decisions/bundle.md.
import type { Plugin } from "vite";

/** What an endpoint declares for the server alone; the shapes of its requests and answers are types in the browser. */
export const onlyServed = [
  "params",
  "query",
  "headers",
  "body",
  "answer",
  "answerHeaders",
  "summary",
  "scope",
  "scopedBy",
  "heavy",
  "compressed",
  "maxBytes",
];

type SourceNode = { type: string; start: number; end: number; [part: string]: unknown };
const isNode = (value: unknown): value is SourceNode =>
  typeof value === "object" && value !== null && "type" in value;

/** This node and all below it. */
function nodesIn(node: SourceNode): SourceNode[] {
  return [node, ...Object.values(node).flat().filter(isNode).flatMap(nodesIn)];
}

const isEndpoint = (node: unknown) =>
  isNode(node) && isNode(node["callee"]) && node["callee"]["name"] === "endpoint";

/** What only the server reads of an initial value that declares endpoints, or what endpoints share. */
const servedParts = (init: SourceNode) =>
  [
    init,
    ...nodesIn(init)
      .filter(isEndpoint)
      .flatMap((call) => call["arguments"]),
  ]
    .filter(isNode)
    .filter(({ type }) => type === "ObjectExpression")
    .flatMap(({ properties }) => properties as SourceNode[])
    .filter(({ key, value }) => isNode(key) && !isEndpoint(value))
    .filter(({ key }) => onlyServed.includes(String((key as SourceNode)["name"])));

/**
 * Leaves out of the app what only the server reads of `src/api` and `src/domain`: the shapes of calls, and what
 * nothing uses then. These two rooms only declare, so each constant is made by a function that may be dropped. See
 * decisions/bundle.md.
 */
export function withoutShapes(): Plugin {
  return {
    name: "without-shapes",
    apply: "build",
    transform: {
      filter: { id: /\/src\/(api|domain)\/.*\.ts$/ },
      handler(code, id) {
        const program = this.parse(code) as unknown as { body: SourceNode[] };
        const constants = program.body
          .map(({ declaration, ...statement }) => (isNode(declaration) ? declaration : statement))
          .filter(({ type }) => type === "VariableDeclaration")
          .flatMap(({ declarations }) => declarations as SourceNode[])
          .map(({ init }) => init)
          .filter((init) => isNode(init) && !init.type.includes("Function")) as SourceNode[];
        const edits = constants
          .filter((init) => nodesIn(init).some(({ type }) => /^(Call|New)Expression$/.test(type)))
          .flatMap(({ start, end }) => [
            { start, end: start, text: "/* @__PURE__ */ (() => (" },
            { start: end, end, text: "))()" },
          ]);
        const parts = id.includes("/src/api/") ? constants.flatMap(servedParts) : [];
        for (const { start, end } of parts) {
          const [comma = ""] = /^\s*,/.exec(code.slice(end)) ?? [];
          // Line breaks stay, so that the source map still names the right lines.
          const breaks = code.slice(start, end + comma.length).replace(/[^\n]/g, "");
          edits.push({ start, end: end + comma.length, text: breaks });
        }
        const changed = edits
          .toSorted((one, other) => other.start - one.start)
          .reduce(
            (text, { start, end, text: to }) => text.slice(0, start) + to + text.slice(end),
            code,
          );
        return { code: changed, map: null };
      },
    },
  };
}
