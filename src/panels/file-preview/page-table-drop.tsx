// A table that is dropped anywhere on the page of its records, whose import it opens.
import { t } from "../../state/shell/locale.ts";
import { showNote } from "../../state/shell/toast.ts";
import { PageDrop } from "../../ui/form/page-drop.tsx";

type PageTableDropProps = {
  /** What a drop does. */
  readonly words: string;
  readonly isRefused: boolean;
  readonly onTable: (file: File) => void;
};

export function PageTableDrop({ words, isRefused, onTable }: PageTableDropProps) {
  const onDrop = ({ files }: DataTransfer) => {
    const [first, ...others] = files;
    // One of several would be read, and nothing would say that the others were not.
    if (others.length > 0) showNote(t("file-preview:drop.one_table"));
    else if (first) onTable(first);
  };
  return (
    <PageDrop
      words={isRefused ? t("file-preview:drop.over_refused") : words}
      isRefused={isRefused}
      onDrop={onDrop}
      onRefused={showNote}
    />
  );
}
