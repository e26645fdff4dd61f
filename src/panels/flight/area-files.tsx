// Opens flight areas from a file, and saves them as one.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Download } from "lucide-react";
import { areasAtom, mayEditAreasAtom } from "../../state/map/flight-area.ts";
import {
  openAreaFile,
  openedEndings,
  saveAreaFile,
  savedFormats,
  type OpenedFile,
} from "../../state/map/flight-area-file.ts";
import { t } from "../../state/shell/locale.ts";
import { showFault } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { FileDrop } from "../../ui/form/file-drop.tsx";
import { Menu } from "../../ui/overlay.tsx";
import { AreaImport } from "./area-import.tsx";
import css from "./flight.module.css";

export function AreaFiles() {
  const mayEdit = useAtomValue(mayEditAreasAtom);
  const { flight, no_fly, take_offs, obstacles = [] } = useAtomValue(areasAtom);
  const open = useSetAtom(openAreaFile);
  const save = useSetAtom(saveAreaFile);
  const [opened, setOpened] = useState<OpenedFile | null>(null);
  const count = flight.length + no_fly.length + take_offs.length + obstacles.length;
  const openFirst = async ([file]: readonly File[]) => {
    if (!file) return;
    try {
      setOpened(await open(file));
    } catch (cause) {
      showFault(cause);
    }
  };
  const entries = savedFormats.map((format) => ({
    id: format,
    label: t(`export:format.${format}`),
    run: () => save(format),
  }));
  return (
    <section className={css.block} aria-label={t("flight:file.label")}>
      {mayEdit ? (
        <FileDrop
          label={t("flight:file.drop")}
          buttonLabel={t("flight:file.choose")}
          hint={t("flight:file.hint")}
          accept={openedEndings}
          many={false}
          onFiles={(files) => void openFirst(files)}
        />
      ) : null}
      {opened ? <AreaImport opened={opened} onClose={() => setOpened(null)} /> : null}
      {count > 0 ? (
        <div className={css.acts}>
          <Menu label={t("flight:file.save")} groups={[{ entries }]}>
            <Button size="sm" icon={<Download size={14} aria-hidden="true" />}>
              {t("flight:file.save")}
            </Button>
          </Menu>
        </div>
      ) : null}
    </section>
  );
}
