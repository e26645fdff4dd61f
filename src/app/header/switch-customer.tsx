// The dialog in which staff choose the customer they act for. A switch reloads the page in every tab.
import { useEffect, useState } from "react";
import { useAtom, useAtomValue, useSetAtom, useStore } from "jotai";
import { ArrowLeftRight } from "lucide-react";
import { isPermitted } from "../../domain/account/permission.ts";
import type { SessionAnswer } from "../../domain/account/session.ts";
import type { SwitchChoices } from "../../domain/account/switch-customer.ts";
import { panels } from "../../panels/index.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { leave } from "../../state/shell/leave.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { askAtom } from "../../state/account/ask.ts";
import { meAtom } from "../../state/account/me.ts";
import { registerCommands, type Command } from "../../state/shell/shortcut.ts";
import {
  actingForAtom,
  reloadSwitchChoices,
  onSwitch,
  switchChoicesAtom,
  switchCustomer,
  switchOpenAtom,
} from "../../state/account/switch-customer.ts";
import { showFault } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { ComboBox } from "../../ui/form/choice.tsx";
import { ErrorState, Skeleton } from "../../ui/feedback.tsx";
import { Dialog, type MenuEntry } from "../../ui/overlay.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { FaultAlert } from "../../panels/fault-alert.tsx";
import css from "./switch-customer.module.css";

/** Id of the option "no customer". */
const noCustomer = 0;

/** The dialog, its commands, and the reload of every tab after a switch. */
export function SwitchCustomer() {
  const [isOpen, setOpen] = useAtom(switchOpenAtom);
  const store = useStore();
  useEffect(() => store.set(registerCommands, commands), [store]);
  useEffect(
    () => onSwitch((session) => leave(() => location.assign(addressFor(session)), "page")),
    [],
  );
  return isOpen ? <SwitchDialog onClose={() => setOpen(false)} /> : null;
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

function SwitchDialog({ onClose }: { onClose: () => void }) {
  const choices = useAtomValue(switchChoicesAtom);
  const known = valueOf(choices);
  if (known) return <Form choices={known} onClose={onClose} />;
  return (
    <Frame onClose={onClose}>
      {choices.state === "failed" ? (
        <ErrorState
          title={faultWords(choices.fault).title}
          actions={<Button onPress={() => void reloadSwitchChoices()}>{t("shell:retry")}</Button>}
        />
      ) : (
        <Skeleton label={t("shell:loading")} lines={4} />
      )}
    </Frame>
  );
}

function Frame({
  onClose,
  ...rest
}: Pick<Parameters<typeof Dialog>[0], "onClose" | "children" | "actions">) {
  return (
    <Dialog
      title={t("customer:switch.title")}
      size="sm"
      isOpen
      onClose={onClose}
      closeLabel={t("shell:close")}
      {...rest}
    />
  );
}

function Form({ choices, onClose }: { choices: SwitchChoices; onClose: () => void }) {
  const change = useSetAtom(switchCustomer);
  const [target, setTarget] = useState<number | null>(choices.customer_id ?? noCustomer);
  const [showsAll, setShowsAll] = useState(choices.show_all_key_figures);
  const role = valueOf(useAtomValue(meAtom))?.role ?? "";
  const ask = useAtomValue(askAtom);
  const canHide = ask("customer.switch", { role, hidden_admin: true }) === null;
  const [isHidden, setHidden] = useState(choices.hidden_admin);
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const isChanged =
    target !== (choices.customer_id ?? noCustomer) ||
    showsAll !== choices.show_all_key_figures ||
    isHidden !== choices.hidden_admin;

  const save = async () => {
    setPending(true);
    setFault(null);
    try {
      await change({
        customer_id: target === noCustomer ? null : target,
        show_all_key_figures: showsAll,
        ...(canHide && { hidden_admin: isHidden }),
      });
      onClose();
    } catch (cause) {
      setFault(cause);
      setPending(false);
    }
  };
  return (
    <Frame
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t("shell:cancel")}</Button>
          <Button
            kind="primary"
            isPending={isPending}
            isDisabled={!isChanged || target === null}
            onPress={() => leave(() => void save(), "page")}
          >
            {t("customer:switch.act")}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <FaultAlert fault={fault} />
        <ComboBox
          label={t("customer:switch.target")}
          openLabel={t("shell:open_list")}
          hint={t("customer:switch.hint")}
          value={target}
          onChange={setTarget}
          options={[
            { id: noCustomer, label: t("customer:switch.no_customer") },
            ...choices.customers.map(({ id, name }) => ({ id, label: name })),
          ]}
        />
        <Checkbox isSelected={showsAll} onChange={setShowsAll}>
          {t("customer:switch.show_all_key_figures")}
        </Checkbox>
        {canHide ? (
          <Checkbox isSelected={isHidden} onChange={setHidden}>
            {t("customer:switch.hidden_admin")}
          </Checkbox>
        ) : null}
      </div>
    </Frame>
  );
}
