// Creating a plant; afterwards it opens, ready for its digital twin.
import { useEffect, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Link, useLocation } from "wouter";
import { faultWords } from "../../state/fault.ts";
import { valueOf } from "../../state/loaded.ts";
import { t } from "../../state/locale.ts";
import { createPlant, loadPlants, plantsAtom } from "../../state/plants.ts";
import { sessionAtom } from "../../state/session.ts";
import { showDone } from "../../state/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/choice.tsx";
import { Alert } from "../../ui/feedback.tsx";
import { emptyDraft, formOf, missingOf } from "./plant-draft.ts";
import { PlantFields } from "./plant-fields.tsx";
import css from "./plant-form.module.css";

export function NewPlant() {
  const own = useAtomValue(sessionAtom)?.customer ?? null;
  const plants = useAtomValue(plantsAtom);
  const load = useSetAtom(loadPlants);
  const create = useSetAtom(createPlant);
  const [, navigate] = useLocation();
  const [draft, setDraft] = useState(() => emptyDraft(own?.id ?? 0));
  const [isTried, setTried] = useState(false);
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  useEffect(() => {
    if (plants.state === "idle") void load();
  }, [plants.state, load]);

  const customers = new Map(
    (valueOf(plants) ?? []).map((one) => [one.customer_id, one.customer_name]),
  );
  if (own) customers.set(own.id, own.name);
  const missing = missingOf(draft);
  const save = async () => {
    setTried(true);
    if (missing.length > 0 || draft.customer_id === 0) return;
    setPending(true);
    setFault(null);
    try {
      const id = await create(formOf(draft));
      showDone(t("plant:form.created", { name: draft.name }));
      navigate(`/plant/${id}`);
    } catch (cause) {
      setFault(cause);
      setPending(false);
    }
  };

  const words = fault ? faultWords(fault) : null;
  return (
    <div className={css.page}>
      <form
        className={css.card}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        noValidate
      >
        <Link href="/plants">{t("plant:missing.back")}</Link>
        <h1>{t("plant:form.new")}</h1>
        {words ? (
          <Alert tone="danger" title={words.title}>
            {words.details.join(" ")}
          </Alert>
        ) : null}
        <PlantFields draft={draft} onChange={setDraft} missing={isTried ? missing : []} />
        <Select
          label={t("plant:form.customer_id")}
          value={draft.customer_id === 0 ? null : draft.customer_id}
          onChange={(customer_id) => setDraft({ ...draft, customer_id })}
          options={[...customers].map(([id, label]) => ({ id, label }))}
          isRequired
        />
        <Button kind="primary" type="submit" wide isPending={isPending}>
          {t("plant:form.create")}
        </Button>
      </form>
    </div>
  );
}
