// Sends answers as JSON, with the headers that their calls declare.
import type { FastifyReply } from "fastify";
import { z } from "zod";
import type { Endpoint } from "../../api/endpoint.ts";
import { takeTurns } from "../turn.ts";
import { answerShapeOf } from "./answer-shape.ts";

/** The header that says how many rows of a list were left out, because they do not have its shape. */
export const LEFT_OUT = "x-left-out";

export type JsonAnswer = {
  readonly text: Buffer;
  /** What is wrong with the rows that were left out. */
  readonly leftOut: readonly z.ZodError[];
};

/**
 * Parses the answer with its shape, which removes all fields that the shape does not have. A row that does not have
 * the shape of its list is left out: one bad row must not take the list from everyone.
 * @throws ZodError if the answer is no list, or more than its rows is wrong
 */
export async function jsonOf(
  { answer }: Pick<Endpoint, "answer">,
  result: unknown,
): Promise<JsonAnswer> {
  if (!answer) return { text: Buffer.from("null"), leftOut: [] };
  const shape = answerShapeOf(answer);
  if (shape instanceof z.ZodArray && isLong(result)) {
    const leftOut: z.ZodError[] = [];
    return { text: await listText(shape.element as z.ZodType, result, leftOut), leftOut };
  }
  const lists = longLists(shape, result);
  if (lists.length === 0) return jsonAtOnce(shape, result);
  const object = shape as z.ZodObject;
  const { text, leftOut: others } = jsonAtOnce(withoutFields(object, lists), result);
  const leftOut = [...others];
  // "{…}" without its end, and the lists behind it.
  const parts = [text.subarray(0, -1)];
  for (const [at, name] of lists.entries()) {
    const comma = at > 0 || text.length > 2 ? "," : "";
    parts.push(Buffer.from(`${comma}${JSON.stringify(name)}:`));
    const { element } = object.shape[name] as unknown as z.ZodArray<z.ZodType>;
    const rows = (result as Record<string, unknown[]>)[name] ?? [];
    parts.push(await listText(element, rows, leftOut));
  }
  return { text: Buffer.concat([...parts, Buffer.from("}")]), leftOut };
}

/** Rows from which on a list is checked and written in turns: others have theirs between them. */
const LONG = 500;
const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > LONG;

/** The fields of an object that are long lists. */
function longLists(shape: z.ZodType, value: unknown): string[] {
  const isObject = shape instanceof z.ZodObject && shape.def.catchall === undefined;
  if (!isObject || typeof value !== "object" || value === null) return [];
  const fields = Object.entries(shape.shape as Record<string, z.ZodType>);
  return fields
    .filter(
      ([name, of]) => of instanceof z.ZodArray && isLong((value as Record<string, unknown>)[name]),
    )
    .map(([name]) => name);
}

const shortened = new WeakMap<z.ZodType, Map<string, z.ZodType>>();

/** The shape without some of its fields. It is built once: the first use of a shape costs most. */
function withoutFields(shape: z.ZodObject, names: readonly string[]): z.ZodType {
  const known = shortened.get(shape) ?? new Map<string, z.ZodType>();
  shortened.set(shape, known);
  const key = names.join();
  const mask = Object.fromEntries(names.map((name) => [name, true as const]));
  const made = known.get(key) ?? shape.omit(mask as never);
  known.set(key, made);
  return made;
}

/** The rows that have the shape, as JSON. */
async function listText(
  element: z.ZodType,
  rows: readonly unknown[],
  leftOut: z.ZodError[],
): Promise<Buffer> {
  const turns = takeTurns();
  const pieces: Buffer[] = [Buffer.from("[")];
  let texts: string[] = [];
  const flush = () => {
    if (texts.length === 0) return;
    pieces.push(Buffer.from(`${pieces.length > 1 ? "," : ""}${texts.join(",")}`));
    texts = [];
  };
  for (const row of rows) {
    if (turns.isOver()) {
      flush();
      await turns.end();
    }
    const read = element.safeParse(row);
    if (read.success) texts.push(JSON.stringify(read.data));
    else leftOut.push(read.error);
  }
  flush();
  return Buffer.concat([...pieces, Buffer.from("]")]);
}

function jsonAtOnce(shape: z.ZodType, result: unknown): JsonAnswer {
  const whole = shape.safeParse(result);
  if (whole.success) return { text: Buffer.from(JSON.stringify(whole.data)), leftOut: [] };
  const leftOut: z.ZodError[] = [];
  const readable = readableRows(shape, result, leftOut);
  if (leftOut.length === 0) throw whole.error;
  return { text: Buffer.from(JSON.stringify(shape.parse(readable))), leftOut };
}

/** The list, or the object with lists, without the rows that do not have their shape. */
function readableRows(shape: z.ZodType, value: unknown, leftOut: z.ZodError[]): unknown {
  if (shape instanceof z.ZodArray && Array.isArray(value)) {
    const element = shape.element as z.ZodType;
    return value.filter((row) => {
      const read = element.safeParse(row);
      if (!read.success) leftOut.push(read.error);
      return read.success;
    });
  }
  if (!(shape instanceof z.ZodObject) || typeof value !== "object" || value === null) return value;
  const fields = Object.entries(shape.shape as Record<string, z.ZodType>);
  return {
    ...value,
    ...Object.fromEntries(
      fields
        .filter(([, of]) => of instanceof z.ZodArray)
        .map(([name, of]) => [
          name,
          readableRows(of, (value as Record<string, unknown>)[name], leftOut),
        ]),
    ),
  };
}

/** Sends the answer. What was left out is counted in a header, and logged with the fields that are wrong. */
export function sendAnswer(reply: FastifyReply, { text, leftOut }: JsonAnswer): FastifyReply {
  if (leftOut.length > 0) {
    const fields = [...new Set(leftOut.flatMap(({ issues }) => issues.map(issueWords)))];
    reply.log.error({ rows: leftOut.length, fields: fields.slice(0, 10) }, "rows were left out");
    void reply.header(LEFT_OUT, leftOut.length);
  }
  return sendJson(reply, text);
}

/** The field and what is wrong with it, without its value. */
const issueWords = ({ path, code }: z.core.$ZodIssue) => `${path.join(".")}: ${code}`;

/** Whether a stream of bytes is answered. */
export function isStreamed({ answerKind }: Endpoint): boolean {
  return answerKind === "bytes" || answerKind === "csv";
}

export async function sendWithHeaders(
  reply: FastifyReply,
  endpoint: Endpoint,
  result: unknown,
): Promise<FastifyReply> {
  const { headers, answer } = result as { headers: Record<string, unknown>; answer: unknown };
  for (const [name, value] of Object.entries(endpoint.answerHeaders?.parse(headers) ?? {})) {
    reply.header(name, value);
  }
  reply.code(endpoint.status ?? 200);
  return endpoint.answerKind === "empty"
    ? reply.header("cache-control", "no-store").send()
    : sendAnswer(reply, await jsonOf(endpoint, answer));
}

export function sendJson(reply: FastifyReply, text: string | Buffer): FastifyReply {
  return reply
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .send(text);
}
