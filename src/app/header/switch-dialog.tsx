// The form of the dialog in which staff choose the customer they act for.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import type { SwitchChoices } from "../../domain/account/switch-customer.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { leave } from "../../state/shell/leave.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { askAtom } from "../../state/account/ask.ts";
import { meAtom } from "../../state/account/me.ts";
import {
  reloadSwitchChoices,
  switchChoicesAtom,
  switchCustomer,
} from "../../state/account/switch-customer.ts";
import { Button } from "../../ui/button.tsx";
import { ComboBox } from "../../ui/form/combo-box.tsx";
import { ErrorState, Skeleton } from "../../ui/feedback.tsx";
import { Dialog } from "../../ui/overlay.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { FaultAlert } from "../../panels/fault-alert.tsx";
import css from "./switch-customer.module.css";

/** Id of the option "no customer". */
const noCustomer = 0;

export function SwitchDialog({ onClose }: { onClose: () => void }) {
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
