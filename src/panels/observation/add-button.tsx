// The ways to a new observation: of a component, of the component at the own position, or from a file.
import { useAtomValue, useSetAtom } from "jotai";
import { FileUp, LocateFixed, Plus } from "lucide-react";
import { askAtom } from "../../state/account/ask.ts";
import { openView, startObservation } from "../../state/observation/open.ts";
import { openRowAtom } from "../../state/plant/component/component.ts";
import { openPanel } from "../../state/shell/dock.ts";
import { t } from "../../state/shell/locale.ts";
import { Button, IconButton } from "../../ui/button.tsx";

export function AddButton() {
  const at = useAtomValue(openRowAtom);
  const start = useSetAtom(startObservation);
  const open = useSetAtom(openView);
  const openFile = useSetAtom(openPanel);
  const refusal = useAtomValue(askAtom)("observation.create");
  if (refusal) return null;
  return (
    <>
      <IconButton size="sm" label={t("field:choose")} onPress={() => open({ view: "choose" })}>
        <LocateFixed size={15} aria-hidden="true" />
      </IconButton>
      <IconButton
        size="sm"
        label={t("observation:from_file")}
        onPress={() => openFile("file-import")}
      >
        <FileUp size={15} aria-hidden="true" />
      </IconButton>
      <Button
        size="sm"
        kind="primary"
        icon={<Plus size={14} aria-hidden="true" />}
        onPress={() => (at ? start(at) : open({ view: "choose" }))}
      >
        {t("observation:add")}
      </Button>
    </>
  );
}
