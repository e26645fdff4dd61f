// Parses requests with strict shapes and reports faults by field.
import { z } from "zod";
import { failure, isFailure, type Problem } from "../../domain/error.ts";
import { MAX_INTEGER } from "../../domain/id.ts";
import { limits } from "../../domain/limits.ts";
import { longListProblems } from "./long-body.ts";

const strictShapes = new WeakMap<z.ZodType, z.ZodType>();

/** The same shape, but unknown fields are an error. */
function strict(shape: z.ZodType): z.ZodType {
  let result = strictShapes.get(shape);
  if (!result) {
    result = shape instanceof z.ZodObject ? shape.strict() : shape;
    strictShapes.set(shape, result);
  }
  return result;
}

/**
 * Parses one part of a request. Without a shape the result is undefined.
 * @throws BAD_REQUEST with a problem per faulty field
 */
export function parsePart(shape: z.ZodType | undefined, sent: unknown): unknown {
  if (shape === undefined) return undefined;
  const result = strict(shape).safeParse(sent ?? {});
  if (result.success) return result.data;
  throw failure(
    "BAD_REQUEST",
    ...result.error.issues.slice(0, limits.reportedProblems).map(problemOf),
  );
}

/**
 * Parses the body of a request as `parsePart` does, and looks through its long lists in turns before.
 * @throws BAD_REQUEST with a problem per faulty field
 */
export async function parseBody(shape: z.ZodType | undefined, sent: unknown): Promise<unknown> {
  if (shape === undefined) return undefined;
  const problems = await longListProblems(shape, sent, problemOf);
  if (problems.length > 0) throw failure("BAD_REQUEST", ...problems);
  return parsePart(shape, sent);
}

/**
 * Parses the parameters of an address.
 * @throws RESOURCE_NOT_FOUND for a number that no object can have as its ID, else as `parsePart`
 */
export function parseParams(shape: z.ZodType | undefined, sent: unknown): unknown {
  try {
    return parsePart(shape, sent);
  } catch (error) {
    const isBeyond =
      isFailure(error) && error.problems.some(({ values }) => values?.["most"] === MAX_INTEGER);
    throw isBeyond ? failure("RESOURCE_NOT_FOUND") : error;
  }
}

/**
 * Parses the headers that the shape names; others are none of its business.
 * @throws BAD_REQUEST with a problem per faulty header
 */
export function parseHeaders(shape: z.ZodObject, sent: Readonly<Record<string, unknown>>): unknown {
  const named = Object.keys(shape.shape).filter((name) => sent[name] !== undefined);
  return parsePart(shape, Object.fromEntries(named.map((name) => [name, sent[name]])));
}

function problemOf(issue: z.core.$ZodIssue): Problem {
  const field = issue.path.join(".");
  const at = field === "" ? {} : { field };
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined && issue.message.includes("undefined")
        ? { reason: "field_missing", ...at }
        : { reason: "field_type", values: { expected: issue.expected }, ...at };
    case "unrecognized_keys":
      return {
        reason: "field_unknown",
        field: [...issue.path, issue.keys[0] ?? ""].join(".").slice(0, 200),
      };
    case "too_small":
      return { reason: "field_too_small", values: { least: Number(issue.minimum) }, ...at };
    case "too_big":
      return { reason: "field_too_big", values: { most: Number(issue.maximum) }, ...at };
    case "invalid_value":
      return { reason: "field_not_offered", values: { offered: issue.values.join(", ") }, ...at };
    case "invalid_format":
      return { reason: formats[issue.format] ?? "field_invalid", ...at };
    default:
      // A check of our own has the key of its words as message.
      return { reason: isKey(issue.message) ? issue.message : "field_invalid", ...at };
  }
}

/** The words for a text of a known form. */
const formats: Readonly<Record<string, string>> = {
  email: "email_wrong",
  date: "date_wrong",
  datetime: "time_wrong",
};

const isKey = (text: string) => /^[a-z]+(_[a-z]+)+$/.test(text);
