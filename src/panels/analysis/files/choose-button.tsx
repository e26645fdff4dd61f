// A button that opens the browser's dialog for files or a folder.
import { useRef } from "react";
import { useSetAtom } from "jotai";
import { FilePlus, FolderPlus } from "lucide-react";
import { t } from "../../../state/shell/locale.ts";
import { chooseFromDialog, chooseFromInput } from "../../../state/upload/chosen.ts";
import { Button } from "../../../ui/button.tsx";

type ChooseButtonProps = { id: number; what: "files" | "folder"; reason: string | null };

export function ChooseButton({ id, what, reason }: ChooseButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = useSetAtom(chooseFromInput);
  const openDialog = useSetAtom(chooseFromDialog);
  const Icon = what === "files" ? FilePlus : FolderPlus;
  const label = t(`analysis-file:choose.${what}`);
  const open = async () => {
    if (!(await openDialog(id, what))) input.current?.click();
  };
  return (
    <>
      <input
        ref={(element) => {
          input.current = element;
          if (what === "folder") element?.setAttribute("webkitdirectory", "");
        }}
        type="file"
        multiple
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          choose(id, currentTarget.files ?? []);
          currentTarget.value = "";
        }}
      />
      <Button
        size="sm"
        reason={reason}
        icon={<Icon size={14} aria-hidden="true" />}
        onPress={() => void open()}
      >
        {label}
      </Button>
    </>
  );
}
