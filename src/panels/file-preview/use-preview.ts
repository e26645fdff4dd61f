// Reads the preview of files again whenever the files or the answers change.
import { useEffect, useState } from "react";
import { useSetAtom } from "jotai";
import type { FilePreview } from "../../domain/file-preview/file-preview.ts";
import { readPreview, type AskedPreview } from "../../state/import/file-preview.ts";

export type PreviewState = {
  /** What was read last of these files; null before. */
  readonly preview: FilePreview | null;
  readonly fault: unknown;
  readonly isPending: boolean;
  readonly retry: () => void;
  /** What was asked when these files were read last; null before. */
  readonly good: AskedPreview | null;
};

type Known = {
  readonly asked: AskedPreview;
  /** How often the user tried again before. */
  readonly tries: number;
  readonly preview: FilePreview | null;
  readonly fault: unknown;
  readonly good: AskedPreview | null;
};

export function usePreview(asked: AskedPreview): PreviewState {
  const read = useSetAtom(readPreview);
  const [known, setKnown] = useState<Known | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    read(asked, signal).then(
      (preview) => {
        if (!signal.aborted) setKnown({ asked, tries, preview, fault: null, good: asked });
      },
      (fault: unknown) => {
        if (signal.aborted) return;
        setKnown((before) => ({ asked, tries, preview: null, fault, good: before?.good ?? null }));
      },
    );
    return () => controller.abort();
  }, [asked, read, tries]);
  // With another answer the preview stays until the next one, so that the keyboard keeps its place.
  const isSame = known?.asked.files === asked.files;
  const isPending = known?.asked !== asked || known.tries !== tries;
  return {
    preview: isSame ? known.preview : null,
    fault: isPending ? null : known.fault,
    isPending,
    retry: () => setTries(tries + 1),
    good: known?.good?.files === asked.files ? known.good : null,
  };
}
