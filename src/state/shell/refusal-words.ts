// The text of refusals, and the form fields they belong to.
import type { Problem, Refusal } from "../../domain/error.ts";
import { faultWords, problemWords } from "./fault.ts";

/** The text of a refusal, without its field. */
export function refusalWords({ reason, values }: Refusal): string {
  return problemWords({ reason, ...(values && { values }) });
}

export type FormFault = {
  /** Message for the form as a whole; null where every problem has its field. */
  readonly message: string | null;
  /** Words by field. */
  readonly fields: Readonly<Record<string, string>>;
};

/** Splits the problems of a refused call by field; problems of other fields go into `message`. */
export function formFault(cause: unknown, fields: readonly string[]): FormFault {
  const { problems = [] } = (cause ?? {}) as { problems?: readonly Problem[] };
  const words: Record<string, string> = {};
  const others: string[] = [];
  for (const { field, ...problem } of problems) {
    const text = problemWords(problem);
    if (field !== undefined && fields.includes(field)) words[field] ??= text;
    else others.push(text);
  }
  if (Object.keys(words).length > 0 && others.length === 0) return { message: null, fields: words };
  return { message: others.join(" ") || faultWords(cause).message, fields: words };
}
