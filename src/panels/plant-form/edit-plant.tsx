// Changing the plant on the map.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import type { Plant } from "../../domain/plant.ts";
import { faultWords } from "../../state/fault.ts";
import { valueOf } from "../../state/loaded.ts";
import { t } from "../../state/locale.ts";
import { plantAtom } from "../../state/plant.ts";
import { updatePlant } from "../../state/plants.ts";
import { showDone } from "../../state/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Alert, Skeleton } from "../../ui/feedback.tsx";
import { draftOf, formOf, missingOf } from "./plant-draft.ts";
import { PlantFields } from "./plant-fields.tsx";
import css from "./plant-form.module.css";

export function EditPlant() {
  const plant = valueOf(useAtomValue(plantAtom));
  if (!plant) return <Skeleton label={t("shell:loading")} lines={6} />;
  return <Fields key={plant.id} plant={plant} />;
}

function Fields({ plant }: { plant: Plant }) {
  const update = useSetAtom(updatePlant);
  const [draft, setDraft] = useState(() => draftOf(plant));
  const [isTried, setTried] = useState(false);
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const missing = missingOf(draft);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(plant));
  const save = async () => {
    setTried(true);
    if (missing.length > 0) return;
    setPending(true);
    setFault(null);
    try {
      await update(plant.id, formOf(draft));
      showDone(t("plant:form.saved"));
    } catch (cause) {
      setFault(cause);
    } finally {
      setPending(false);
    }
  };
  const words = fault ? faultWords(fault) : null;
  return (
    <form
      className={css.panel}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      noValidate
    >
      {words ? (
        <Alert tone="danger" title={words.title}>
          {words.details.join(" ")}
        </Alert>
      ) : null}
      <PlantFields draft={draft} onChange={setDraft} missing={isTried ? missing : []} />
      <div className={css.acts}>
        <Button isDisabled={!isChanged} onPress={() => setDraft(draftOf(plant))}>
          {t("shell:cancel")}
        </Button>
        <Button kind="primary" type="submit" isDisabled={!isChanged} isPending={isPending}>
          {t("shell:save")}
        </Button>
      </div>
    </form>
  );
}
