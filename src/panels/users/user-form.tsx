// The form of one user: names, plants, and actions on the account.
import { useAtomValue, useSetAtom } from "jotai";
import { isProviderRole } from "../../domain/account/role.ts";
import { userChangesShape, type User, type UserChanges } from "../../domain/account/user.ts";
import { t } from "../../state/shell/locale.ts";
import { askAtom } from "../../state/account/ask.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import {
  assignPlants,
  removeUser,
  renameUser,
  superAdminCountAtom,
  userName,
} from "../../state/settings/user.ts";
import { RecordSection } from "../../ui/record-panel.tsx";
import { useRecordDraft } from "../record/record-draft.ts";
import { RecordForm } from "../record/record-form.tsx";
import { AccessTokensOfUser } from "./access-tokens.tsx";
import { Account } from "./account.tsx";
import { NameFields } from "./name-fields.tsx";
import { PlantsField } from "./plants-field.tsx";
import { plantsWord } from "./user-columns.tsx";
import css from "./users.module.css";

export function UserForm({ user, onClose }: { user: User; onClose: () => void }) {
  const ask = useAtomValue(askAtom);
  const super_admins = useAtomValue(superAdminCountAtom);
  const rename = useSetAtom(renameUser);
  const assign = useSetAtom(assignPlants);
  const remove = useSetAtom(removeUser);
  const { first_name, last_name, plant_ids } = user;
  const name = userName(user);
  const form = useRecordDraft({
    draft: { first_name, last_name, plant_ids: plant_ids as readonly number[] | null },
    shape: userChangesShape,
    async save(changes: UserChanges) {
      try {
        const { plant_ids: ids, ...names } = changes;
        const isRenamed = names.first_name !== first_name || names.last_name !== last_name;
        if (isRenamed) await rename(user, names);
        if (String(ids) !== String(plant_ids) || (ids === null) !== (plant_ids === null)) {
          await assign(user.id, ids);
        }
        showDone(t("user:changed", { name }));
      } catch (cause) {
        showFault(cause);
        throw cause;
      }
    },
    isNew: false,
  });
  const canChange = ask("profile.changeUserNames", user) === null;
  const canAssign = ask("user.assignPlants", user) === null;
  return (
    <RecordForm
      title={name}
      subtitle={user.email}
      {...(canChange || canAssign ? { form } : {})}
      onClose={onClose}
      remove={{
        title: t("user:remove.title", { name }),
        text: t("user:remove.text"),
        run: () => remove(user.id),
        refusal: ask("user.remove", { user, super_admins }),
      }}
    >
      <Account user={user} />
      {ask("accessToken.listOfUser") === null ? <AccessTokensOfUser user={user} /> : null}
      {canChange ? (
        <RecordSection title={t("user:names")}>
          <NameFields bind={form.bind} />
        </RecordSection>
      ) : null}
      {canAssign ? (
        <PlantsField customer_id={user.customer_id} {...form.bind("plant_ids")} />
      ) : (
        <RecordSection title={t("user:plants.title")}>
          <p className={css.hint}>
            {isProviderRole(user.role) ? t("user:plants.staff") : plantsWord(user)}
          </p>
        </RecordSection>
      )}
    </RecordForm>
  );
}
