// The command palette: finds every command, plant, analysis and component that the viewer may use.
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useAtom, useAtomValue, useSetAtom, useStore } from "jotai";
import {
  Autocomplete,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  SearchField,
} from "react-aria-components";
import { Search } from "lucide-react";
import { t } from "../../state/shell/locale.ts";
import { allAnalysesAtom } from "../../state/settings/analyses.ts";
import { plantsAtom } from "../../state/settings/plants.ts";
import { fold } from "../../state/settings/record.ts";
import {
  findAll,
  findersAtom,
  foundAtom,
  paletteOpenAtom,
  permittedCommandsAtom,
} from "../../state/shell/shortcut.ts";
import { ranked, type RankedGroup } from "../../state/shell/ranking.ts";
import { Sheet } from "../../ui/overlay.tsx";
import { ScrollRegion } from "../../ui/scroll-region.tsx";
import { keyCaps } from "./shortcuts.ts";
import css from "./palette.module.css";

type Entry = { id: string; label: string; hint?: string; keys?: string; run: () => void };

export function Palette() {
  const [isOpen, setOpen] = useAtom(paletteOpenAtom);
  const [text, setText] = useState("");
  // The text for which Enter was pressed before there were results.
  const [textAtEnter, setTextAtEnter] = useState<string | null>(null);
  const groups = useEntries(text);
  const first = groups[0]?.entries[0];
  const entries = new Map(groups.flatMap((group) => group.entries).map((one) => [one.id, one]));
  // Field and list can both handle the same Enter; a command must run once.
  const hasRun = useRef(false);
  const run = (entry: Entry | undefined) => {
    if (!entry || hasRun.current) return;
    hasRun.current = true;
    setOpen(false);
    // Deferred: a dialog that the command opens would otherwise handle the same Enter.
    setTimeout(entry.run);
  };
  // Results may arrive after Enter: plants still load, and a worker searches components.
  const runFirst = useEffectEvent(run);
  useEffect(() => {
    if (textAtEnter === text) runFirst(first);
  }, [textAtEnter, text, first]);
  return (
    <Sheet label={t("shell:command.palette")} isOpen={isOpen} onClose={() => setOpen(false)}>
      <Autocomplete inputValue={text} onInputChange={setText}>
        <SearchField
          aria-label={t("shell:palette.search")}
          className={css.field!}
          autoFocus
          onKeyDown={(event) => {
            if (event.key === "Escape") setOpen(false);
            // The list focuses its first match a moment after the last letter; until then Enter runs
            // the first match.
            if (event.key === "Enter") {
              const marked = document.querySelector(`.${css.list} [data-focused]`);
              const key = marked?.getAttribute("data-key") ?? "";
              const chosen = entries.get(key) ?? first;
              if (chosen) run(chosen);
              else setTextAtEnter(text);
            }
          }}
        >
          <Search size={16} aria-hidden="true" />
          <Input className={css.input!} placeholder={t("shell:palette.search")} />
          <kbd>Esc</kbd>
        </SearchField>
        <ScrollRegion className={css.scroll} label={t("shell:palette.results")}>
          <Menu
            aria-label={t("shell:command.palette")}
            className={css.list!}
            renderEmptyState={() => <p className={css.none}>{t("shell:palette.nothing")}</p>}
            onAction={(key) => run(entries.get(String(key)))}
          >
            {groups.map((group) => (
              <MenuSection key={group.title} id={group.title} aria-label={group.title}>
                <Header className={css.title!}>{group.title}</Header>
                {group.entries.map((entry) => (
                  <MenuItem
                    key={entry.id}
                    id={entry.id}
                    textValue={entry.label}
                    className={css.item!}
                  >
                    <span className={css.label}>
                      {entry.label}
                      {entry.hint ? <small>{entry.hint}</small> : null}
                    </span>
                    {entry.keys ? (
                      <span>
                        {keyCaps(entry.keys).map((cap) => (
                          <kbd key={cap}>{cap}</kbd>
                        ))}
                      </span>
                    ) : null}
                  </MenuItem>
                ))}
              </MenuSection>
            ))}
          </Menu>
        </ScrollRegion>
      </Autocomplete>
    </Sheet>
  );
}

/** Matching entries by group, best first. Every typed word must occur. */
function useEntries(text: string): RankedGroup<Entry>[] {
  const store = useStore();
  const commands = useAtomValue(permittedCommandsAtom);
  const finders = useAtomValue(findersAtom);
  const found = useAtomValue(foundAtom);
  const find = useSetAtom(findAll);
  // Plants may finish loading and finders may register after the first letters were typed.
  const plants = useAtomValue(plantsAtom);
  const analyses = useAtomValue(allAnalysesAtom);
  // oxlint-disable-next-line react/exhaustive-effect-dependencies
  useEffect(() => void find(text.trim()), [find, text, finders, plants, analyses]);
  const words = fold(text).split(/\s+/).filter(Boolean);
  const groups = new Map<string, Entry[]>();
  const add = (title: string, entry: Entry) => {
    groups.set(title, [...(groups.get(title) ?? []), entry]);
  };
  for (const { group, found: all } of words.length > 0 ? found : []) {
    for (const one of all) add(t(group), { ...one, run: () => one.run(store.get, store.set) });
  }
  for (const command of commands) {
    if (command.id === "palette" || command.isEnabled?.(store.get) === false) continue;
    const label = t(command.name, command.values);
    const title = t(command.group);
    const haystack = fold(`${title} ${label}`);
    if (!words.every((word) => haystack.includes(word))) continue;
    add(title, {
      id: command.id,
      label,
      ...(command.keys?.[0] ? { keys: command.keys[0] } : {}),
      run: () => command.run(store.get, store.set),
    });
  }
  return ranked(
    text,
    [...groups].map(([title, entries]) => ({ title, entries })),
  );
}
