// The form of a tab: its fields, and save and cancel where the viewer may change them.
import { useEffect, useLayoutEffect, useRef, type ReactNode } from "react";
import { useSetAtom } from "jotai";
import { t } from "../../state/shell/locale.ts";
import { registerCommands } from "../../state/shell/shortcut.ts";
import { Button } from "../../ui/button.tsx";
import { showRefused } from "../../ui/form/show-refused.ts";
import type { RecordDraft } from "../record/record-draft.ts";
import css from "./analysis.module.css";

export function TabForm<Draft extends object>({
  form,
  isReadOnly,
  children,
}: {
  form: RecordDraft<Draft>;
  isReadOnly: boolean;
  children: ReactNode;
}) {
  const frame = useRef<HTMLFormElement>(null);
  const latest = useRef(form);
  const register = useSetAtom(registerCommands);
  useLayoutEffect(() => {
    latest.current = form;
  });
  useEffect(
    () =>
      register([
        {
          id: "record-save",
          name: "record:command.save",
          group: "record:group",
          keys: ["mod+s"],
          inFields: true,
          run: () => {
            if (latest.current.isDirty) void latest.current.submit();
          },
        },
      ]),
    [register],
  );
  useEffect(() => {
    if (form.refusals === 0) return;
    showRefused(frame.current?.querySelector<HTMLElement>("[aria-invalid=true]"));
  }, [form.refusals]);
  return (
    <form
      ref={frame}
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      {children}
      {isReadOnly ? null : (
        <footer className={css.acts}>
          <Button isDisabled={!form.isDirty} onPress={form.reset}>
            {t("shell:cancel")}
          </Button>
          <Button
            kind="primary"
            type="submit"
            isDisabled={!form.isDirty}
            isPending={form.isPending}
          >
            {t("shell:save")}
          </Button>
        </footer>
      )}
    </form>
  );
}
