// A file that is dragged over a page without an import: the page says where it goes, and the browser does not open it.
import { t } from "../../state/shell/locale.ts";
import { PageDrop } from "../../ui/form/page-drop.tsx";

export function DropNowhere() {
  return <PageDrop isLast isRefused words={t("file-preview:drop.nowhere")} onDrop={nothing} />;
}

const nothing = () => undefined;
