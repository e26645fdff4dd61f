// Reads the body of an error answer as `errorShape` does. By hand, because every page reads errors, and the library
// of the shapes is large.
import type { ErrorAnswer } from "./error-shape.ts";

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown) => typeof value === "string";
const isOptional = (value: unknown, is: (value: unknown) => boolean) =>
  value === undefined || is(value);

const isWord = (value: unknown) => isText(value) || Number.isFinite(value);
const isProblem = (value: unknown) =>
  isObject(value) &&
  isText(value["reason"]) &&
  isText(value["message"]) &&
  isOptional(value["values"], (all) => isObject(all) && Object.values(all).every(isWord)) &&
  isOptional(value["file"], isText) &&
  isOptional(value["sheet"], isText) &&
  isOptional(value["cell"], isText) &&
  isOptional(value["line"], Number.isSafeInteger) &&
  isOptional(value["feature"], Number.isSafeInteger) &&
  isOptional(value["field"], isText);

/** The error answer in a parsed body; undefined where the body is none. */
export function errorAnswerOf(body: unknown): ErrorAnswer | undefined {
  if (!isObject(body)) return undefined;
  const { error, code, message, request_id, problems, versions } = body;
  const isAnswer =
    [error, code, message].every(isText) &&
    isOptional(request_id, isText) &&
    isOptional(problems, (all) => Array.isArray(all) && all.every(isProblem)) &&
    isOptional(versions, (all) => isObject(all) && "current" in all && "sent" in all);
  return isAnswer ? (body as ErrorAnswer) : undefined;
}
