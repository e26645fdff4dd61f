// Copies the digital twin of another plant.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Copy } from "lucide-react";
import { valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { plantAtom } from "../../state/plant/plant.ts";
import { plantsAtom } from "../../state/settings/plants.ts";
import { showDone } from "../../state/shell/toast.ts";
import { cloneTwin } from "../../state/import/twin-file.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { usePending } from "../pending.ts";
import css from "./twin.module.css";

export function CloneForm() {
  const plant = valueOf(useAtomValue(plantAtom));
  const plants = useAtomValue(plantsAtom);
  const clone = useSetAtom(cloneTwin);
  const [source, setSource] = useState<number | null>(null);
  const [isPending, whilePending] = usePending();
  const others = (valueOf(plants) ?? []).filter(
    (one) => one.id !== plant?.id && one.digitized && one.technology === plant?.technology,
  );
  if (!plant || others.length === 0) return null;
  const run = async (id: number) => {
    await whilePending(async () => {
      await clone(id);
      showDone(t("twin:cloned", { name: others.find((one) => one.id === id)?.name ?? "" }));
    });
  };
  return (
    <section className={css.block} aria-label={t("twin:clone")}>
      <Select
        label={t("twin:clone_from")}
        placeholder={t("twin:clone_choose")}
        value={source}
        onChange={setSource}
        options={others.map(({ id, name, customer_name }) => ({
          id,
          label: name,
          hint: customer_name,
        }))}
      />
      <Button
        icon={<Copy size={15} aria-hidden="true" />}
        isDisabled={source === null}
        isPending={isPending}
        onPress={() => (source === null ? undefined : void run(source))}
      >
        {t("twin:clone")}
      </Button>
    </section>
  );
}
