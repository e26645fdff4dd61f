// What a source file keeps for as long as the page: atoms with a value of their own, and variables that
// change. State of a plant or a session is made by the makers of state/shell/lifetime.ts instead.

import type { Program } from "oxc-parser";

type Node = { readonly type: string; readonly [field: string]: unknown };

const containers = new Set(["Map", "Set", "WeakMap", "WeakSet", "AbortController"]);

/** Names of the primitive atoms anywhere in a file, and of what its top level keeps and changes. */
export function keptState(program: Program): string[] {
  const kept = program.body.flatMap((statement) => {
    const inner = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    return inner?.type === "VariableDeclaration" ? changing(inner as unknown as Node) : [];
  });
  return [...new Set([...kept, ...primitiveAtoms(program as unknown as Node)])];
}

/** `let`, and constants that hold a collection. */
function changing({ kind, declarations }: Node): string[] {
  return (declarations as Node[])
    .filter(({ init }) => kind !== "const" || isContainer(init as Node | null))
    .map(nameOf);
}

function isContainer(value: Node | null): boolean {
  return value?.type === "NewExpression" && containers.has((value.callee as Node).name as string);
}

/** `atom(value)`, but neither `atom((get) => …)` nor a verb, `atom(null, (get, set) => …)`. */
function primitiveAtoms(node: unknown, name = "an atom"): string[] {
  if (Array.isArray(node)) return node.flatMap((one) => primitiveAtoms(one, name));
  if (typeof node !== "object" || node === null) return [];
  const { type, callee, arguments: given, ...fields } = node as Node;
  const within = type === "VariableDeclarator" ? nameOf(node as Node) : name;
  const found =
    type === "CallExpression" && (callee as Node).name === "atom" && isPrimitive(given as Node[]);
  const children = [callee, given, ...Object.values(fields)];
  return [...(found ? [within] : []), ...children.flatMap((one) => primitiveAtoms(one, within))];
}

function isPrimitive([first, second]: readonly Node[]): boolean {
  return second === undefined && !/^(Arrow)?FunctionExpression$/.test(first?.type ?? "");
}

function nameOf({ id }: Node): string {
  return (id as { name?: string }).name ?? "a pattern";
}
