// Uploads that began before a reload go on with the same files: by the handles that the browser kept, else
// chosen again.
import { useRef } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { RotateCw } from "lucide-react";
import { filesOfInput } from "../../client/chosen-file.ts";
import { t } from "../../state/shell/locale.ts";
import { showNote } from "../../state/shell/toast.ts";
import { reopenFiles, supplyFiles } from "../../state/upload/recall.ts";
import { overallAtom } from "../../state/upload/upload.ts";
import { Button } from "../../ui/button.tsx";

export function ChooseAgain() {
  const { lost } = useAtomValue(overallAtom);
  const reopen = useSetAtom(reopenFiles);
  const supply = useSetAtom(supplyFiles);
  const input = useRef<HTMLInputElement>(null);
  if (lost === 0) return null;
  const go = async () => {
    if ((await reopen()) > 0) input.current?.click();
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t("upload:choose_again")}
        onChange={({ currentTarget }) => {
          const others = supply(filesOfInput(currentTarget.files ?? []));
          if (others.length > 0) showNote(t("upload:not_same", { count: others.length }));
          currentTarget.value = "";
        }}
      />
      <Button
        size="sm"
        kind="primary"
        icon={<RotateCw size={14} aria-hidden="true" />}
        onPress={() => void go()}
      >
        {t("upload:continue")}
      </Button>
    </>
  );
}
