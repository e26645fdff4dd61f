// A file that is dragged over a page without an import: the page says where it goes, and the browser does not open it.
import { t } from "../../state/shell/locale.ts";
import { showNote } from "../../state/shell/toast.ts";
import { PageDrop } from "../../ui/form/page-drop.tsx";

export function DropNowhere() {
  const words = t("file-preview:drop.nowhere");
  return <PageDrop isLast isRefused words={words} onDrop={nothing} onRefused={showNote} />;
}

const nothing = () => undefined;
