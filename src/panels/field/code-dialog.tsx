// Reads the code on a component by the camera, and says what is wrong with it.
import { useState } from "react";
import { useAtom, useSetAtom } from "jotai";
import {
  findNamed,
  isReadingCodeAtom,
  takeComponent,
  type NamedComponents,
} from "../../state/field/choose.ts";
import { namedWords } from "../../state/field/named-words.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay.tsx";
import { CodeCamera } from "../code-camera.tsx";

export function CodeDialog() {
  const [isOpen, setOpen] = useAtom(isReadingCodeAtom);
  if (!isOpen) return null;
  const close = () => setOpen(false);
  return (
    <Dialog
      title={t("field:read_code")}
      isOpen
      onClose={close}
      closeLabel={t("shell:close")}
      actions={
        <Button kind="primary" onPress={close}>
          {t("field:type_name")}
        </Button>
      }
    >
      <Reader onDone={close} />
    </Dialog>
  );
}

function Reader({ onDone }: { onDone: () => void }) {
  const [answer, setAnswer] = useState<NamedComponents | null>(null);
  const find = useSetAtom(findNamed);
  const take = useSetAtom(takeComponent);
  const read = (text: string) => {
    const found = find(text);
    setAnswer(found);
    if (found.kind !== "found") return;
    onDone();
    take(found.at);
  };
  return <CodeCamera words={answer && namedWords(answer)} onText={read} />;
}
