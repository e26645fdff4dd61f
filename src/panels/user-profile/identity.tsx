// The user's names (editable), e-mail, role and customer.
import { useSetAtom } from "jotai";
import { ownNamesShape, personNameRefusal } from "../../domain/account/profile.ts";
import type { Me } from "../../domain/account/session.ts";
import { hasWords, t } from "../../state/shell/locale.ts";
import { saveOwnNames, type OwnNames } from "../../state/account/profile.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { useRecordDraft } from "../record/record-draft.ts";
import { Block } from "./row.tsx";
import css from "./user-profile.module.css";

const refuse = (names: OwnNames) =>
  (["first_name", "last_name"] as const).flatMap((field) => {
    const refusal = personNameRefusal(names[field]);
    return refusal ? [{ ...refusal, field }] : [];
  });

export function Identity({ me }: { me: Me }) {
  const save = useSetAtom(saveOwnNames);
  const { first_name, last_name } = me;
  const form = useRecordDraft({
    draft: { first_name, last_name },
    shape: ownNamesShape,
    refuse,
    save,
    isNew: false,
  });
  const roleKey = `user:role.${me.role}`;
  const facts = [
    [t("sign-in:email"), me.email],
    [t("profile:role"), hasWords(roleKey) ? t(roleKey) : me.role],
    [t("profile:customer"), me.customer_name],
  ] as const;
  return (
    <Block title={t("profile:identity")}>
      <form
        className={css.names}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <TextField
          label={t("registration:first_name")}
          autoComplete="given-name"
          maxLength={100}
          isRequired
          {...form.bind("first_name")}
        />
        <TextField
          label={t("registration:last_name")}
          autoComplete="family-name"
          maxLength={100}
          isRequired
          {...form.bind("last_name")}
        />
        <div className={css.saves}>
          {form.isDirty ? <Button onPress={form.reset}>{t("shell:cancel")}</Button> : null}
          <Button
            kind="primary"
            type="submit"
            isDisabled={!form.isDirty}
            isPending={form.isPending}
          >
            {t("profile:save_names")}
          </Button>
        </div>
      </form>
      <dl className={css.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Block>
  );
}
