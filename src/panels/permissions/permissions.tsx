// The permission matrix: filtered and, by super admins, edited with a review before saving.
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { SearchX } from "lucide-react";
import { permissions, type Permission } from "../../domain/account/permission.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import {
  discardDraft,
  draftChangesAtom,
  reloadMatrix,
  matrixAtom,
  matrixDraftAtom,
  matrixGroups,
  canChangeMatrixAtom,
  setDraftPermission,
} from "../../state/settings/permission.ts";
import { fold } from "../../state/settings/record.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/feedback.tsx";
import { SearchField } from "../../ui/form/field.tsx";
import { Switch } from "../../ui/form/toggle.tsx";
import { useUnsaved } from "../unsaved.ts";
import { ChangeReview } from "./change-review.tsx";
import { Matrix } from "./matrix.tsx";
import css from "./permissions.module.css";

/** The searchable text of each permission, without case and accents. */
function foldedWords(): ReadonlyMap<Permission, string> {
  return new Map(
    permissions.map(({ number, name, group }) => [
      name,
      fold(
        `${number} ${name} ${t(`permission:${name}`)} ${t(`permission:about.${name}`)} ${t(`permission:group.${group}`)}`,
      ),
    ]),
  );
}

let folded: ReadonlyMap<Permission, string> | null = null;
/** Created at the first search; a change of language reloads the page. */
const wordsOf = ({ name }: { readonly name: Permission }) =>
  (folded ??= foldedWords()).get(name) ?? "";

export function Permissions() {
  const matrix = useAtomValue(matrixAtom);
  const draft = useAtomValue(matrixDraftAtom);
  const canChange = useAtomValue(canChangeMatrixAtom);
  const change = useSetAtom(setDraftPermission);
  const [text, setText] = useState("");
  const [isDifferent, setDifferent] = useState(false);
  const searchText = useDeferredValue(text);
  const roles = matrix.state === "ready" ? matrix.value : null;
  const groups = useMemo(
    () =>
      matrixGroups(roles ?? [], draft, {
        text: searchText,
        isDifferent,
        wordsOf,
      }),
    [roles, draft, searchText, isDifferent],
  );
  const onChange = useCallback(
    (role_id: number, permission: Permission, held: boolean) => change(role_id, permission, held),
    [change],
  );
  if (matrix.state === "failed") {
    return (
      <ErrorState
        {...faultWords(matrix.fault)}
        actions={
          <Button kind="primary" onPress={() => void reloadMatrix()}>
            {t("shell:retry")}
          </Button>
        }
      />
    );
  }
  if (roles === null) return <Skeleton label={t("shell:loading")} lines={8} />;
  const shown = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <div className={css.panel}>
      <div className={css.tools}>
        <div className={css.search}>
          <SearchField
            label={t("permission:matrix.search")}
            clearLabel={t("shell:clear")}
            value={text}
            onChange={setText}
          />
        </div>
        <Switch isSelected={isDifferent} onChange={setDifferent}>
          {t("permission:matrix.differences")}
        </Switch>
        <span className={css.count} role="status">
          {shown === permissions.length
            ? t("permission:matrix.count", { count: shown })
            : t("permission:matrix.filtered", {
                found: formatNumber(shown),
                all: formatNumber(permissions.length),
              })}
        </span>
        {canChange ? null : <span className={css.note}>{t("permission:matrix.read_only")}</span>}
      </div>
      {groups.length === 0 ? (
        <EmptyState
          icon={<SearchX size={22} aria-hidden="true" />}
          title={t("permission:matrix.no_match")}
          actions={
            <Button
              onPress={() => {
                setText("");
                setDifferent(false);
              }}
            >
              {t("permission:matrix.reset")}
            </Button>
          }
        />
      ) : (
        <Matrix roles={roles} groups={groups} onChange={canChange ? onChange : null} />
      )}
      {canChange ? <DraftBar /> : null}
    </div>
  );
}

/** The number of unsaved changes, with buttons to discard or review them. Leaving the page asks first. */
function DraftBar() {
  const changes = useAtomValue(draftChangesAtom);
  const discard = useSetAtom(discardDraft);
  const [isReviewing, setReviewing] = useState(false);
  const count = changes.reduce((sum, one) => sum + one.granted.length + one.revoked.length, 0);
  const isDirty = count > 0;
  useUnsaved(isDirty, { kind: "editing", drop: discard });
  if (!isDirty) return null;
  return (
    <footer className={css.draft}>
      <span role="status">{t("permission:matrix.changes", { count })}</span>
      <span className={css.gap} />
      <Button onPress={() => discard()}>{t("permission:matrix.discard")}</Button>
      <Button kind="primary" onPress={() => setReviewing(true)}>
        {t("permission:matrix.review")}
      </Button>
      {isReviewing ? <ChangeReview changes={changes} onClose={() => setReviewing(false)} /> : null}
    </footer>
  );
}
