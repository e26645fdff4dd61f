// The customer's users who are preselected as recipients of release mails.
import { useAtomValue } from "jotai";
import { faultWords } from "../../state/shell/fault.ts";
import { recipientsOf } from "../../state/settings/customer.ts";
import { t } from "../../state/shell/locale.ts";
import { Skeleton } from "../../ui/feedback.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RecordSection } from "../../ui/record-panel.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import css from "./customers.module.css";

export function Recipients({
  customer_id,
  chosen,
  isDisabled,
  onChange,
}: {
  customer_id: number;
  chosen: readonly number[];
  isDisabled: boolean;
  onChange: (ids: readonly number[]) => void;
}) {
  const users = useAtomValue(recipientsOf(customer_id));
  const known = users.state === "ready" ? users.value : [];
  const change = (id: number, isOn: boolean) =>
    onChange(
      [...chosen.filter((one) => one !== id), ...(isOn ? [id] : [])].toSorted((a, b) => a - b),
    );
  return (
    <RecordSection title={t("customer:recipients.title")}>
      <div className={css.wide}>
        <p className={css.hint}>{t("customer:recipients.hint")}</p>
        {users.state === "loading" ? <Skeleton label={t("shell:loading")} lines={2} /> : null}
        {users.state === "failed" ? (
          <Notice tone="danger" title={faultWords(users.fault).title} />
        ) : null}
        {users.state === "ready" && known.length === 0 ? (
          <p className={css.hint}>{t("customer:recipients.none")}</p>
        ) : null}
        {known.length > 0 ? (
          <ul className={css.users}>
            {known.map(({ id, name, email }) => (
              <li key={id}>
                <Checkbox
                  isSelected={chosen.includes(id)}
                  isDisabled={isDisabled}
                  onChange={(isOn) => change(id, isOn)}
                >
                  <span className={css.user}>
                    {name || email}
                    {name ? <small>{email}</small> : null}
                  </span>
                </Checkbox>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </RecordSection>
  );
}
