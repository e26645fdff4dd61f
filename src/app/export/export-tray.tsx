// The export that runs, below the page. Its code is loaded with the first export.
import { useAtomValue } from "jotai";
import { limits } from "../../domain/limits.ts";
import { exportAtom } from "../../state/plant/analysis/running-export.ts";
import { chunk } from "../../ui/chunk.tsx";
import { LatePart } from "../page/late-part.tsx";

const ExportLine = chunk(
  async () => (await import("./export-line.tsx")).ExportLine,
  limits.chunkLoadMs,
);

export function ExportTray() {
  const running = useAtomValue(exportAtom);
  return <LatePart>{running ? <ExportLine running={running} /> : null}</LatePart>;
}
