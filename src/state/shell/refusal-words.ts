// Refusals at the fields they are about, in words.
import type { Problem, Refusal } from "../../domain/error.ts";
import { faultWords, problemWords } from "./fault.ts";

/** Words of a rule's "no", without its field. */
export function refusalWords({ reason, values }: Refusal): string {
  return problemWords({ reason, ...(values && { values }) });
}

export type FormFault = {
  /** What is said of the form as a whole; null where every problem has its field. */
  readonly message: string | null;
  /** Words by field. */
  readonly fields: Readonly<Record<string, string>>;
};

/** What a refused call says, field by field; problems without one of these fields stand above the form. */
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
