// The files that are being sent, below every page; it stays while the user works elsewhere. Its code is loaded once
// this tab or another one sends something, or this browser has an upload that was cut.
import { useEffect, useState, type RefObject } from "react";
import { useAtomValue } from "jotai";
import { hasRows } from "../../client/kept-rows.ts";
import { limits } from "../../domain/limits.ts";
import { otherTabsAtom } from "../../state/upload/other-tab.ts";
import { isSendingFilesAtom } from "../../state/upload/sending-files.ts";
import { chunk } from "../../ui/chunk.tsx";
import { LatePart } from "../page/late-part.tsx";

const TrayLines = chunk(
  async () => (await import("./tray-lines.tsx")).TrayLines,
  limits.chunkLoadMs,
);

export function UploadTray({ main }: { main: RefObject<HTMLElement | null> }) {
  const isSending = useAtomValue(isSendingFilesAtom);
  const others = useAtomValue(otherTabsAtom);
  const [hasCut, setHasCut] = useState(false);
  useEffect(() => {
    // Where the browser does not say it, the tray asks itself.
    hasRows("uploads", "uploads").then(setHasCut, () => setHasCut(true));
  }, []);
  return (
    <LatePart>{isSending || hasCut || others !== null ? <TrayLines main={main} /> : null}</LatePart>
  );
}
