// What a code or a typed name led to, in words.
import { t } from "../shell/locale.ts";
import type { NamedComponents } from "./choose.ts";

export function namedWords(answer: NamedComponents): string | null {
  if (answer.kind === "found") return null;
  return t(`field:named.${answer.kind}`, {
    name: answer.kind === "unknown" ? answer.name : "",
    n: answer.kind === "several" ? answer.all.length : 0,
  });
}
