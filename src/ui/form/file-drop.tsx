// An area to drop files on, with a button to choose them.
import {
  Button as AriaButton,
  DropZone,
  FileTrigger,
  isDirectoryDropItem,
  isFileDropItem,
} from "react-aria-components";
import { Upload } from "lucide-react";
import { sayUnusableDrop } from "./unusable-drop.ts";
import css from "./file-drop.module.css";

export type FileDropProps = {
  /** Label that says which files are expected, as "Drop a drawing here". A touch screen shows the button alone. */
  label: string;
  /** Name of the file that was chosen, in place of the label. */
  chosen?: string | undefined;
  buttonLabel: string;
  hint?: string;
  /** File extensions such as ".kml". They filter the file dialog only; dropped files are not filtered. */
  accept?: readonly string[];
  many?: boolean;
  isDisabled?: boolean;
  onFiles: (files: File[]) => void;
  /** Drops are left to the page, which takes whole folders as well. */
  isPageDrop?: boolean;
};

export function FileDrop({
  label,
  chosen,
  buttonLabel,
  hint,
  accept,
  many = true,
  isDisabled = false,
  onFiles,
  isPageDrop = false,
}: FileDropProps) {
  const content = (
    <>
      <Upload size={20} aria-hidden="true" />
      {chosen === undefined ? (
        <span className={css.invitation}>{label}</span>
      ) : (
        <span>{chosen}</span>
      )}
      <FileTrigger
        allowsMultiple={many}
        {...(accept ? { acceptedFileTypes: [...accept] } : {})}
        onSelect={(list) => list && onFiles([...list])}
      >
        <AriaButton className={css.choose!} isDisabled={isDisabled}>
          {buttonLabel}
        </AriaButton>
      </FileTrigger>
      {hint ? <small>{hint}</small> : null}
    </>
  );
  if (isPageDrop) {
    return (
      <div role="group" aria-label={label} className={css.zone}>
        {content}
      </div>
    );
  }
  return (
    <DropZone
      aria-label={label}
      isDisabled={isDisabled}
      // A disabled area takes nothing: the page refuses the file, else the browser would open it.
      {...(!isDisabled && { "data-file-drop": true })}
      className={css.zone!}
      onDrop={async (event) => {
        const items = event.items.filter(isFileDropItem);
        const folder = event.items.find(isDirectoryDropItem);
        try {
          const files = await Promise.all(items.map((item) => item.getFile()));
          if (files.length > 0) onFiles(many ? files : files.slice(0, 1));
          if (folder) sayUnusableDrop(folder.name, "file_folder");
        } catch {
          sayUnusableDrop(items[0]?.name ?? "", "file_unreadable");
        }
      }}
    >
      {content}
    </DropZone>
  );
}
