// The shortcut overview (`?`), read from the registry of commands.
import { useAtom, useAtomValue } from "jotai";
import { t } from "../../state/shell/locale.ts";
import {
  permittedCommandsAtom,
  sheetOpenAtom,
  singleKeysAtom,
} from "../../state/shell/shortcut.ts";
import { Dialog } from "../../ui/overlay.tsx";
import { Switch } from "../../ui/form/toggle.tsx";
import { keyCaps } from "./shortcuts.ts";
import css from "./palette.module.css";

export function ShortcutSheet() {
  const [isOpen, setOpen] = useAtom(sheetOpenAtom);
  const [singleKeys, setSingleKeys] = useAtom(singleKeysAtom);
  const commandsWithKeys = useAtomValue(permittedCommandsAtom).filter(({ keys }) => keys?.length);
  return (
    <Dialog
      title={t("shell:command.shortcuts")}
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      closeLabel={t("shell:close")}
      size="lg"
    >
      <div className={css.switch}>
        <Switch isSelected={singleKeys} onChange={setSingleKeys}>
          {t("shell:single_keys")}
        </Switch>
      </div>
      <div className={css.columns}>
        {[...Map.groupBy(commandsWithKeys, ({ group }) => group)].map(([group, commands]) => (
          <section key={group} className={css.group}>
            <h3>{t(group)}</h3>
            <ul>
              {commands.map((command) => (
                <li key={command.id} className={css.row}>
                  <span>{t(command.name, command.values)}</span>
                  <span>
                    {command.keys?.map((keys, at) => (
                      <span key={keys}>
                        {at > 0 ? " / " : null}
                        {keyCaps(keys).map((cap) => (
                          <kbd key={cap}>{cap}</kbd>
                        ))}
                      </span>
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
