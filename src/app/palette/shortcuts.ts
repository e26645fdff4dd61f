// Listens for keyboard shortcuts, and registers the commands of every page.
import { releaseNotesRefusal } from "../../domain/analysis/release-note.ts";
import { askAtom, viewerAtom } from "../../state/account/ask.ts";
import { hasPermissionAtom } from "../../state/account/session.ts";
import { useEffect } from "react";
import { useSetAtom, useStore } from "jotai";
import { finders } from "./finders.ts";
import { navigate } from "../page/navigate.ts";
import { panels } from "../../panels/index.ts";
import { chooseLocale, locales, t } from "../../state/shell/locale.ts";
import { signOut } from "../../state/observation/sign-out.ts";
import {
  paletteOpenAtom,
  press,
  registerCommands,
  registerFinder,
  sheetOpenAtom,
  type Command,
} from "../../state/shell/shortcut.ts";
import { themeAtom, themes } from "../../state/shell/theme.ts";
import { showFault, showNote } from "../../state/shell/toast.ts";
import { releaseNotesOpenAtom } from "../../state/shell/update.ts";
import { nextRedoAtom, nextUndoAtom, redo, undo, type UndoStep } from "../../state/shell/undo.ts";

/** Elements that handle keys themselves. */
const FIELDS =
  "input:not([type=checkbox],[type=range],[type=radio]),textarea,select,[contenteditable]";

export function useShortcuts(): void {
  const store = useStore();
  const pressed = useSetAtom(press);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      const inField = event.target instanceof Element && event.target.matches(FIELDS);
      const inDialog = document.querySelector("[role=dialog],[role=alertdialog]") !== null;
      if (inDialog && !(event.ctrlKey || event.metaKey)) return;
      if (pressed(event, inField)) event.preventDefault();
    };
    window.addEventListener("keydown", listen);
    const unregisterCommands = store.set(registerCommands, globalCommands);
    const unregisterFinders = finders.map((finder) => store.set(registerFinder, finder));
    return () => {
      window.removeEventListener("keydown", listen);
      unregisterCommands();
      for (const stop of unregisterFinders) stop();
    };
  }, [store, pressed]);
}

/** Shows which step was undone or redone, or why that failed. */
function showStepResult(step: UndoStep | undefined, done: Promise<void>, words: string): void {
  if (!step) return;
  done.then(() => showNote(t(words, { name: t(step.name, step.values) })), showFault);
}

const globalCommands: readonly Command[] = [
  {
    id: "palette",
    name: "shell:command.palette",
    group: "shell:group.general",
    keys: ["mod+k"],
    inFields: true,
    run: (get, set) => set(paletteOpenAtom, !get(paletteOpenAtom)),
  },
  {
    id: "shortcut-sheet",
    name: "shell:command.shortcuts",
    group: "shell:group.general",
    keys: ["?"],
    run: (_get, set) => set(sheetOpenAtom, true),
  },
  {
    id: "release-notes",
    name: "desk:release_note.title",
    group: "shell:group.general",
    isOffered: (get) => releaseNotesRefusal(get(viewerAtom)) === null,
    run: (_get, set) => set(releaseNotesOpenAtom, true),
  },
  {
    id: "undo",
    name: "shell:command.undo",
    group: "shell:group.general",
    keys: ["mod+z"],
    run: (get, set) => showStepResult(get(nextUndoAtom), set(undo), "workbench:undone"),
  },
  {
    id: "redo",
    name: "shell:command.redo",
    group: "shell:group.general",
    keys: ["mod+shift+z", "mod+y"],
    run: (get, set) => showStepResult(get(nextRedoAtom), set(redo), "workbench:redone"),
  },
  ...panels
    .filter((panel) => panel.dock === "page" || panel.dock === "settings")
    .filter((panel) => !panel.public && !/[:*]/.test(panel.address))
    .map((panel): Command => ({
      id: `go-${panel.id}`,
      name: panel.title,
      group: "shell:group.go",
      isOffered: (get) => get(hasPermissionAtom)(panel.permission),
      run: () => navigate(panel.address),
    })),
  ...panels.flatMap(({ id, address, creates }): Command[] =>
    creates
      ? [
          {
            id: `create-${id}`,
            name: creates.name,
            group: "shell:group.create",
            isOffered: (get) => !creates.refusal(get(askAtom))?.isHidden,
            isEnabled: (get) => creates.refusal(get(askAtom)) === null,
            run: () => navigate(`${address}?id=new`),
          },
        ]
      : [],
  ),
  ...themes.map((theme): Command => ({
    id: `theme-${theme}`,
    name: `shell:theme.${theme}`,
    group: "shell:group.theme",
    run: (_get, set) => set(themeAtom, theme),
  })),
  ...locales.map((locale): Command => ({
    id: `locale-${locale}`,
    name: `shell:locale.${locale}`,
    group: "shell:group.locale",
    run: () => chooseLocale(locale),
  })),
  {
    id: "logout",
    name: "shell:logout",
    group: "shell:group.general",
    run: (_get, set) => set(signOut),
  },
];

/** Key labels for display: "⌘", "K" on a Mac, "Ctrl", "K" elsewhere. */
export function keyCaps(keys: string): string[] {
  const isMac = /mac|iphone|ipad/i.test(navigator.platform);
  const keyNames: Record<string, string> = {
    mod: isMac ? "⌘" : "Ctrl",
    shift: "⇧",
    alt: isMac ? "⌥" : "Alt",
    escape: "Esc",
    arrowup: "↑",
    arrowdown: "↓",
    arrowleft: "←",
    arrowright: "→",
    enter: "↵",
    space: t("shell:space_key"),
    delete: "Del",
  };
  if (keys === "+") return ["+"];
  return keys.split("+").map((part) => keyNames[part] ?? part.toUpperCase());
}
