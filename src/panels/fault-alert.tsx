// Why something was refused, above the form that asked for it. Nothing without a fault.
import { faultWords } from "../state/shell/fault.ts";
import { Alert } from "../ui/feedback.tsx";

export function FaultAlert({ fault }: { fault: unknown }) {
  if (!fault) return null;
  const { title, details } = faultWords(fault);
  return (
    <Alert tone="danger" title={title}>
      {details.map((words) => (
        <div key={words}>{words}</div>
      ))}
    </Alert>
  );
}
