// The saved views of the plant: save what is shown, open, rename, share and delete.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Bookmark } from "lucide-react";
import { askAtom, reasonOf, viewerAtom } from "../../state/account/ask.ts";
import { analysisAtom } from "../../state/plant/analysis/analysis.ts";
import { savedViewsAtom, saveView } from "../../state/plant/saved-view.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { t } from "../../state/shell/locale.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Alert, EmptyState, ErrorState, Skeleton } from "../../ui/feedback.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { ViewRow } from "./view-row.tsx";
import { useUnsaved } from "../unsaved.ts";
import css from "./saved-views.module.css";

export function SavedViews() {
  const views = useAtomValue(savedViewsAtom);
  return (
    <div className={css.views}>
      <SaveForm />
      {views.state === "failed" ? (
        <ErrorState {...faultWords(views.fault)} />
      ) : views.state !== "ready" ? (
        <Skeleton label={t("shell:loading")} lines={4} />
      ) : views.value.length === 0 ? (
        <EmptyState icon={<Bookmark size={22} aria-hidden="true" />} title={t("saved-view:empty")}>
          {t("saved-view:empty_text")}
        </EmptyState>
      ) : (
        <ul className={css.list} aria-label={t("saved-view:title")}>
          {views.value.map((view) => (
            <ViewRow key={view.id} view={view} />
          ))}
        </ul>
      )}
    </div>
  );
}

function SaveForm() {
  const save = useSetAtom(saveView);
  const ask = useAtomValue(askAtom);
  const { account_id } = useAtomValue(viewerAtom);
  const views = useAtomValue(savedViewsAtom);
  const shown = useAtomValue(analysisAtom);
  const [name, setName] = useState("");
  const [isShared, setShared] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  useUnsaved(name.trim() !== "", { kind: "editing", drop: () => setName("") });
  const own = views.state === "ready" ? views.value : [];
  const count = own.filter((one) => one.account_id === account_id).length;
  const submit = async () => {
    if (name.trim() === "") return setError(t("saved-view:enter"));
    setPending(true);
    try {
      await save({ name, is_shared: isShared });
      showDone(t("saved-view:saved"));
      setName("");
      setShared(false);
    } catch (cause) {
      const { details, title } = faultWords(cause);
      if (details.length > 0) setError(details[0] ?? title);
      else showFault(cause);
    }
    setPending(false);
  };
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        label={t("saved-view:name")}
        value={name}
        onChange={(next) => {
          setName(next);
          setError(null);
        }}
        error={error}
        maxLength={100}
      />
      <Checkbox isSelected={isShared} onChange={setShared}>
        {t("saved-view:share")}
      </Checkbox>
      {isShared && shown && shown.visibility !== "released" ? (
        <Alert tone="watch">{t("workbench:link_unreleased", { name: shown.name })}</Alert>
      ) : null}
      <Button
        type="submit"
        kind="primary"
        isPending={isPending}
        reason={reasonOf(ask("savedView.create", { count }))}
      >
        {t("saved-view:save")}
      </Button>
    </form>
  );
}
