// Reads the text of a result file as a whole.
import type { ComponentDirectory } from "../component/component-directory.ts";
import type { Technology } from "../component/component.ts";
import { isFailure, type Problem } from "../error.ts";
import { resultCollector, type CollectedResult } from "./result-collector.ts";
import { resultCsvReader } from "./result-csv.ts";
import { resultJsonReader } from "./result-json.ts";

type Form = "json" | "csv";

export function resultTextReader(directory: ComponentDirectory, technology: Technology) {
  function read(text: string, form: Form): CollectedResult {
    const collector = resultCollector(directory, technology, "a.txt");
    const reader = (form === "json" ? resultJsonReader : resultCsvReader)(collector, "a.txt");
    reader.write(new TextEncoder().encode(text));
    reader.end();
    return collector.finish();
  }
  function problemsOf(text: string, form: Form): readonly Problem[] {
    try {
      read(text, form);
      return [];
    } catch (cause) {
      if (!isFailure(cause)) throw cause;
      return cause.problems;
    }
  }
  return { read, problemsOf };
}
