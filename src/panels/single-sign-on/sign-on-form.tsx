// The form of a customer's single sign-on.
import { useAtomValue, useSetAtom } from "jotai";
import {
  maySetDomains,
  singleSignOnFormShape,
  type SingleSignOn,
} from "../../domain/account/single-sign-on.ts";
import { allPlantsRefusal } from "../../domain/account/viewer.ts";
import { askAtom, reasonOf, viewerAtom } from "../../state/account/ask.ts";
import { t } from "../../state/shell/locale.ts";
import { removeSignOn, signOnRecords } from "../../state/settings/single-sign-on.ts";
import { TextField } from "../../ui/form/field.tsx";
import { Checkbox, Switch } from "../../ui/form/toggle.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RecordSection } from "../../ui/record-panel.tsx";
import { useRecordDraft } from "../record/record-draft.ts";
import { RecordForm } from "../record/record-form.tsx";
import { CopyLine } from "./copy-line.tsx";
import { ProvisioningSection } from "./provisioning.tsx";
import { Roles } from "./roles.tsx";
import { ServiceTest } from "./service-test.tsx";
import { draftOf, draftProblems, formOf } from "./sign-on-draft.ts";
import css from "./single-sign-on.module.css";

export function SignOnForm({ row, onClose }: { row: SingleSignOn | null; onClose: () => void }) {
  return row ? <Fields row={row} onClose={onClose} /> : null;
}

function Fields({ row, onClose }: { row: SingleSignOn; onClose: () => void }) {
  const change = useSetAtom(signOnRecords.change);
  const remove = useSetAtom(removeSignOn);
  const viewer = useAtomValue(viewerAtom);
  const ask = useAtomValue(askAtom);
  const setsDomains = maySetDomains(viewer);
  const limited = reasonOf(allPlantsRefusal(viewer));
  const form = useRecordDraft({
    draft: draftOf(row),
    shape: singleSignOnFormShape,
    toForm: formOf,
    refuse: (draft) => draftProblems(draft, row),
    isNew: false,
    save: async (body) => void (await change(row.id, body)),
  });
  const { draft, bind, problemOf } = form;
  /** The problem of a list is at one of its entries. */
  const problemIn = (field: string) =>
    [field, ...Array.from({ length: 50 }, (_, at) => `${field}.${at}`)]
      .map(problemOf)
      .find((words) => words !== null) ?? null;
  const link = `${location.origin}/login?domain=${row.domains[0]}`;
  return (
    <RecordForm
      title={row.customer_name}
      subtitle={row.is_set_up ? t("single-sign-on:linked", { count: row.linked_users }) : undefined}
      {...(limited === null && { form })}
      onClose={onClose}
      remove={
        row.is_set_up
          ? {
              title: t("single-sign-on:remove.title", { name: row.customer_name }),
              text: t("single-sign-on:remove.text"),
              refusal: ask("singleSignOn.remove"),
              run: () => remove(row),
            }
          : undefined
      }
    >
      {limited === null ? null : <Notice tone="info" title={limited} />}
      <RecordSection title={t("single-sign-on:service")}>
        <div className={css.wide}>
          <Switch {...form.tick("is_on")}>{t("single-sign-on:field.is_on")}</Switch>
        </div>
        <TextField
          label={t("single-sign-on:field.name")}
          hint={t("single-sign-on:field.name_hint")}
          isRequired
          {...bind("name")}
        />
        <TextField
          label={t("single-sign-on:field.issuer")}
          hint={t("single-sign-on:field.issuer_hint")}
          isRequired
          {...bind("issuer")}
        />
        <ServiceTest id={row.id} issuer={draft.issuer} />
        <TextField
          label={t("single-sign-on:field.client_id")}
          isRequired
          autoComplete="off"
          {...bind("client_id")}
        />
        <TextField
          label={t("single-sign-on:field.client_secret")}
          type="password"
          autoComplete="new-password"
          hint={t(`single-sign-on:field.secret_${row.has_secret ? "stored" : "none"}`)}
          {...bind("client_secret")}
        />
        <CopyLine
          label={t("single-sign-on:field.redirect_url")}
          hint={t("single-sign-on:field.redirect_url_hint")}
          text={row.redirect_url}
        />
      </RecordSection>
      <RecordSection title={t("single-sign-on:people")}>
        <div className={css.wide}>
          <TextField
            label={t("single-sign-on:field.domains")}
            hint={t(`single-sign-on:field.domains_${setsDomains ? "hint" : "by_provider"}`)}
            isDisabled={!setsDomains}
            {...bind("domains")}
            error={problemIn("domains")}
          />
          {row.is_on && row.domains[0] ? (
            <CopyLine
              label={t("single-sign-on:field.link")}
              hint={t("single-sign-on:field.link_hint")}
              text={link}
            />
          ) : null}
          <Checkbox {...form.tick("provisions")} isDisabled={row.is_provider}>
            {t("single-sign-on:field.provisions")}
          </Checkbox>
          <Problem words={problemOf("provisions")} />
          {row.is_provider ? null : (
            <>
              <Checkbox {...form.tick("sees_all_plants")}>
                {t("single-sign-on:field.sees_all_plants")}
              </Checkbox>
              <p className={css.hint}>{t("single-sign-on:field.sees_all_plants_hint")}</p>
            </>
          )}
        </div>
        <Roles form={form} />
      </RecordSection>
      <RecordSection title={t("single-sign-on:rules")}>
        <div className={css.wide}>
          <Checkbox {...form.tick("trusts_second_factor")}>
            {t("single-sign-on:field.trusts_second_factor")}
          </Checkbox>
          <p className={css.hint}>{t("single-sign-on:field.trusts_hint")}</p>
          {draft.trusts_second_factor ? (
            <TextField
              label={t("single-sign-on:field.second_factor_acr")}
              hint={t("single-sign-on:field.second_factor_acr_hint")}
              {...bind("second_factor_acr")}
              error={problemIn("second_factor_acr")}
            />
          ) : null}
          <Checkbox {...form.tick("is_forced")} isDisabled={row.is_provider && !draft.is_forced}>
            {t("single-sign-on:field.is_forced")}
          </Checkbox>
          <p className={css.hint}>{t("single-sign-on:field.is_forced_hint")}</p>
          <Problem words={problemOf("is_forced")} />
        </div>
      </RecordSection>
      {row.is_provider ? null : <ProvisioningSection row={row} />}
    </RecordForm>
  );
}

function Problem({ words }: { words: string | null }) {
  return words === null ? null : (
    <p className={css.problem} role="alert">
      {words}
    </p>
  );
}
