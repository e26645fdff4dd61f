// How the user is notified of each kind of entry of the inbox.
import { useAtomValue, useSetAtom } from "jotai";
import { inboxKinds, inboxWays } from "../../domain/inbox/inbox.ts";
import { digestWords, inboxSettingsAtom, saveInboxSettings } from "../../state/account/inbox.ts";
import { t } from "../../state/shell/locale.ts";
import { Skeleton } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { LoadFault } from "../load-fault.tsx";
import { Block, Row } from "./row.tsx";

/** Nothing for users who may not see findings, whose inbox is empty. */
export function Notifications() {
  const settings = useAtomValue(inboxSettingsAtom);
  const save = useSetAtom(saveInboxSettings);
  if (settings.state === "idle") return null;
  return (
    <Block
      title={t("inbox:settings")}
      {...(settings.state === "ready" && {
        note: t("inbox:settings_note", { time: digestWords(settings.value) }),
      })}
    >
      {settings.state === "failed" ? <LoadFault fault={settings.fault} isSmall /> : null}
      {settings.state === "loading" ? <Skeleton label={t("shell:loading")} lines={5} /> : null}
      {settings.state === "ready"
        ? inboxKinds.map((kind) => (
            <Row key={kind} title={t(`inbox:kind.${kind}`)} note={t(`inbox:note.${kind}`)}>
              <Select
                label={t(`inbox:kind.${kind}`)}
                labelHidden
                value={settings.value.ways[kind]}
                onChange={(way) =>
                  void save(settings.value, { ...settings.value.ways, [kind]: way })
                }
                options={inboxWays.map((id) => ({ id, label: t(`inbox:way.${id}`) }))}
              />
            </Row>
          ))
        : null}
    </Block>
  );
}
