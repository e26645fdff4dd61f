// Error texts of fields, from the shape in the browser and from the server's answer.
import type { z } from "zod";
import type { Problem } from "../../domain/error.ts";
import { hasWords, t, type WordValues } from "../../state/shell/locale.ts";

/** Texts by field. A nested field has its path as key: "packages.0.quantity". */
export type FieldProblems = Readonly<Record<string, string>>;

type Issue = z.core.$ZodIssue;

/** The first problem of every field. */
export function shapeProblems(issues: readonly Issue[]): FieldProblems {
  const problems: Record<string, string> = {};
  for (const issue of issues) problems[issue.path.join(".")] ??= issueWords(issue);
  return problems;
}

function issueWords(issue: Issue): string {
  const ownText = reasonWords(issue.message);
  if (ownText) return ownText;
  // No object has the number 0: nothing was chosen.
  if (String(issue.path.at(-1)).endsWith("_id")) return t("record:problem.required");
  const isText = (issue as { origin?: string }).origin === "string";
  switch (issue.code) {
    case "too_small":
      if (isText && Number(issue.minimum) <= 1) return t("record:problem.required");
      if (isText) return t("record:problem.too_short", { least: Number(issue.minimum) });
      return issue.inclusive === false
        ? t("record:problem.more_than", { least: Number(issue.minimum) })
        : t("record:problem.at_least", { least: Number(issue.minimum) });
    case "too_big":
      return isText
        ? t("record:problem.too_long", { most: Number(issue.maximum) })
        : t("record:problem.at_most", { most: Number(issue.maximum) });
    case "invalid_type":
    case "invalid_value":
    case "invalid_union":
      return t("record:problem.required");
    case "invalid_format":
      return issue.format === "email" ? t("record:problem.email") : t("record:problem.format");
    default:
      return t("record:problem.format");
  }
}

/** The server's reasons by field. Reasons without a field are left out. */
export function refusedFields(
  problems: readonly (Problem & { message?: string })[],
): FieldProblems {
  const words: Record<string, string> = {};
  for (const { field, reason, values, message } of problems) {
    if (field)
      words[field] ??= message || reasonWords(reason, values) || t("record:problem.format");
  }
  return words;
}

function reasonWords(reason: string, values?: WordValues): string | null {
  const key = `refusal:${reason}`;
  return /^[a-z_]+$/.test(reason) && hasWords(key, values) ? t(key, values) : null;
}
