// Makes an access token: name, scopes, days and a security code; then its secret, which is shown this once.
import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import { useSetAtom } from "jotai";
import { Copy } from "lucide-react";
import { accessScopes, type AccessScope } from "../../domain/account/access-token.ts";
import { tokenDays } from "../../domain/account/provisioning.ts";
import { makeAccessToken } from "../../state/account/access-token.ts";
import { requestSecurityCode } from "../../state/settings/user.ts";
import { copyText } from "../../state/shell/clipboard.ts";
import { t } from "../../state/shell/locale.ts";
import { formFault, type FormFault } from "../../state/shell/refusal-words.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Dialog } from "../../ui/overlay.tsx";
import { SignInField } from "../../ui/sign-in/sign-in-form.tsx";
import { DialogActions } from "../dialog-actions.tsx";
import css from "./user-profile.module.css";

const noFault: FormFault = { message: null, fields: {} };
type Days = (typeof tokenDays)[number];

export function MakeAccessToken({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  return secret === null ? (
    <Form onMade={setSecret} onClose={onClose} />
  ) : (
    <Secret secret={secret} onClose={onClose} />
  );
}

function Form({ onMade, onClose }: { onMade: (secret: string) => void; onClose: () => void }) {
  const formId = useId();
  const make = useSetAtom(makeAccessToken);
  const ask = useSetAtom(requestSecurityCode);
  /** How the code is delivered; null until it is known. */
  const [way, setWay] = useState<"mail" | "app" | null>(null);
  const [days, setDays] = useState<Days>(90);
  const [scopes, setScopes] = useState<readonly AccessScope[]>([]);
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState(noFault);
  const isAsked = useRef(false);
  useEffect(() => {
    // One code for each time that the dialog opens.
    if (isAsked.current) return;
    isAsked.current = true;
    ask().then(setWay, (cause: unknown) => setFault(formFault(cause, [])));
  }, [ask]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending || scopes.length === 0) return;
    const typed = new FormData(event.currentTarget);
    const text = (name: string) => String(typed.get(name)).trim();
    setPending(true);
    setFault(noFault);
    try {
      const form = { name: text("name"), scopes: [...scopes], days };
      onMade((await make(form, text("security_code"))).secret);
    } catch (cause) {
      setFault(formFault(cause, ["name", "security_code"]));
      setPending(false);
    }
  };

  return (
    <Dialog
      isOpen
      size="sm"
      title={t("access-token:make")}
      closeLabel={t("shell:close")}
      onClose={onClose}
      actions={
        <DialogActions
          onClose={onClose}
          kind="primary"
          type="submit"
          form={formId}
          isDisabled={isPending}
          reason={scopes.length === 0 ? t("access-token:scope_missing") : null}
        >
          {t("access-token:make")}
        </DialogActions>
      }
    >
      <form id={formId} className={css.form} onSubmit={submit}>
        {fault.message ? <Notice tone="danger">{fault.message}</Notice> : null}
        <p className={css.soft}>{t("access-token:lead")}</p>
        <SignInField
          name="name"
          label={t("access-token:name")}
          hint={t("access-token:name_hint")}
          error={fault.fields["name"]}
          maxLength={60}
          required
          autoFocus
        />
        <fieldset className={css.scopes}>
          <legend>{t("access-token:scopes")}</legend>
          {accessScopes.map((scope) => (
            <Checkbox
              key={scope}
              isSelected={scopes.includes(scope)}
              onChange={(isWanted) =>
                setScopes(
                  accessScopes.filter((one) => (one === scope ? isWanted : scopes.includes(one))),
                )
              }
            >
              {t(`access-token:scope.${scope}`)}
            </Checkbox>
          ))}
        </fieldset>
        <Select
          label={t("access-token:days")}
          options={tokenDays.map((id) => ({
            id,
            label: t("access-token:day_count", { count: id }),
          }))}
          value={days}
          onChange={setDays}
        />
        <SignInField
          name="security_code"
          label={t("sign-in:code")}
          hint={way === null ? null : t(`profile:passkeys.code_${way}`)}
          inputMode="numeric"
          autoComplete="one-time-code"
          error={fault.fields["security_code"]}
          required
        />
      </form>
    </Dialog>
  );
}

function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      size="sm"
      title={t("access-token:made")}
      closeLabel={t("shell:close")}
      onClose={onClose}
      actions={
        <Button kind="primary" onPress={onClose}>
          {t("access-token:copied_close")}
        </Button>
      }
    >
      <div className={css.form}>
        <Notice tone="watch">{t("access-token:once")}</Notice>
        <code className={css.secret}>{secret}</code>
        <div>
          <Button
            icon={<Copy size={14} aria-hidden="true" />}
            onPress={() => void copyText(secret, t("access-token:copied"))}
          >
            {t("access-token:copy")}
          </Button>
        </div>
        <p className={css.soft}>{t("access-token:how")}</p>
        <code className={css.secret}>{"Authorization: Bearer …"}</code>
      </div>
    </Dialog>
  );
}
