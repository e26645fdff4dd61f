// What of the files of a twin was not read, before and after the import.
import type { Problem } from "../../domain/error-shape.ts";
import { problemWords } from "../../state/shell/fault.ts";
import { Alert } from "../../ui/feedback.tsx";

export function TwinNotes({ notes }: { notes: readonly Problem[] }) {
  return notes.map((note) => (
    <Alert key={JSON.stringify(note)} tone="watch" title={problemWords(note)} />
  ));
}
