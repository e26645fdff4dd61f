// The dialog in which staff choose the customer they act for. A switch reloads the page in every tab.
import { useEffect } from "react";
import { useAtom, useAtomValue, useSetAtom, useStore } from "jotai";
import { ArrowLeftRight } from "lucide-react";
import { isPermitted } from "../../domain/account/permission.ts";
import type { SessionAnswer } from "../../domain/account/session.ts";
import { panels } from "../../panels/index.ts";
import { leave } from "../../state/shell/leave.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { askAtom } from "../../state/account/ask.ts";
import { meAtom } from "../../state/account/me.ts";
import { registerCommands, type Command } from "../../state/shell/shortcut.ts";
import {
  actingForAtom,
  onSwitch,
  switchCustomer,
  switchOpenAtom,
} from "../../state/account/switch-customer.ts";
import { showFault } from "../../state/shell/toast.ts";
import type { MenuEntry } from "../../ui/overlay.tsx";
import { chunk } from "../../ui/chunk.tsx";
import { limits } from "../../domain/limits.ts";
import { LatePart } from "../page/late-part.tsx";

const SwitchDialog = chunk(
  async () => (await import("./switch-dialog.tsx")).SwitchDialog,
  limits.chunkLoadMs,
);

/** The dialog, its commands, and the reload of every tab after a switch. */
export function SwitchCustomer() {
  const [isOpen, setOpen] = useAtom(switchOpenAtom);
  const store = useStore();
  useEffect(() => store.set(registerCommands, commands), [store]);
  useEffect(
    () => onSwitch((session) => leave(() => location.assign(addressFor(session)), "page")),
    [],
  );
  return <LatePart>{isOpen ? <SwitchDialog onClose={() => setOpen(false)} /> : null}</LatePart>;
}

/** The entry of the user's menu; empty without the permission. */
export function useSwitchEntries(): MenuEntry[] {
  const ask = useAtomValue(askAtom);
  const open = useSetAtom(switchOpenAtom);
  if (ask("customer.switchChoices") !== null) return [];
  return [
    {
      id: "switch-customer",
      label: t("customer:switch.command"),
      icon: <ArrowLeftRight size={15} aria-hidden="true" />,
      run: () => open(true),
    },
  ];
}

/** Ends acting for a customer. The choice of key figures stays. */
export function useSwitchBack(): () => void {
  const store = useStore();
  return () => leave(() => void switchBack(store.get, store.set), "page");
}

const switchBack: (...args: Parameters<Command["run"]>) => Promise<void> = async (get, set) => {
  const show_all_key_figures = valueOf(get(meAtom))?.show_all_key_figures ?? false;
  await set(switchCustomer, { show_all_key_figures }).catch(showFault);
};

const isOffered: Command["isOffered"] = (get) => get(askAtom)("customer.switchChoices") === null;

const commands: readonly Command[] = [
  {
    id: "switch-customer",
    name: "customer:switch.command",
    group: "shell:group.general",
    isOffered,
    run: (_get, set) => set(switchOpenAtom, true),
  },
  {
    id: "switch-back",
    name: "customer:switch.back",
    group: "shell:group.general",
    isOffered,
    isEnabled: (get) => get(actingForAtom) !== null,
    run: (get, set) => leave(() => void switchBack(get, set), "page"),
  },
];

/** The current page if it has no id in its path and is still permitted, else home. */
function addressFor({ permissions }: SessionAnswer): string {
  const here = panels.find(({ address }) => address === location.pathname);
  const canStay = here && !here.public && isPermitted(here.permission, new Set(permissions));
  return canStay ? here.address : "/";
}
