import type { FaultFacts } from "../../domain/fault-meaning.ts";
import type { OutboxFault } from "../../domain/observation/outbox.ts";

/** What is kept of the fault of a sending: it outlives the page. */
export function outboxFaultOf(cause: unknown): OutboxFault {
  const { code, message, problems } = cause as Partial<OutboxFault>;
  return {
    code: code ?? "SOMETHING_WENT_WRONG",
    message: message ?? String(cause),
    problems: (problems ?? []).map((problem) => ({ ...problem, message: problem.message ?? "" })),
  };
}

/** What says whether the fault passes by itself. */
export function faultFactsOf(cause: unknown): FaultFacts {
  const { status } = cause as FaultFacts;
  return { code: outboxFaultOf(cause).code, status };
}
