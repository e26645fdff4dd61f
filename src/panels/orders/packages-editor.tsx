// The packages of an order, each with its quantity.
import { Plus, X } from "lucide-react";
import type { OrderType } from "../../domain/provider/order.ts";
import type { ProductPackage } from "../../domain/provider/product-package.ts";
import { t } from "../../state/shell/locale.ts";
import { formatQuantity } from "../../state/settings/order.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { Stepper } from "../number-field/stepper.tsx";
import type { PackageRow } from "./order-draft.ts";
import css from "./orders.module.css";

const FIELD = "order_product_packages";

export function PackagesEditor({
  type,
  rows,
  onChange,
  packages,
  problemOf,
  isDisabled,
}: {
  type: OrderType;
  rows: readonly PackageRow[];
  onChange: (rows: readonly PackageRow[]) => void;
  packages: readonly ProductPackage[];
  problemOf: (field: string) => string | null;
  isDisabled: boolean;
}) {
  const taken = new Set(rows.map(({ product_package_id }) => product_package_id));
  const changeRow = (at: number, changes: Partial<PackageRow>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...changes } : row)));
  const problem = problemOf(FIELD);
  return (
    <fieldset className={css.editor} disabled={isDisabled}>
      <legend>{t("order:field.order_product_packages")}</legend>
      {rows.map((row, at) => {
        const name = packages.find(({ id }) => id === row.product_package_id)?.name;
        return (
          // The index is the key, because rows have no id.
          <div key={at} className={css.row}>
            <div className={css.pick}>
              <Select
                label={t("order:field.product_package_id")}
                labelHidden
                value={row.product_package_id}
                onChange={(product_package_id) => changeRow(at, { product_package_id })}
                placeholder={t("order:packages.none")}
                options={packages.map(({ id, name: label }) => ({
                  id,
                  label,
                  isDisabled: taken.has(id) && id !== row.product_package_id,
                }))}
                error={problemOf(`${FIELD}.${at}.product_package_id`)}
                isDisabled={isDisabled}
              />
            </div>
            <Stepper
              label={name ? `${t("order:field.quantity")} ${name}` : t("order:field.quantity")}
              labelHidden
              value={row.quantity}
              onChange={(quantity) => changeRow(at, { quantity })}
              minValue={1}
              maxValue={1000}
              lessLabel={t("order:packages.less")}
              moreLabel={t("order:packages.more")}
              error={problemOf(`${FIELD}.${at}.quantity`)}
              isDisabled={isDisabled}
            />
            <span className={css.quantity}>
              {Number.isNaN(row.quantity) ? "–" : formatQuantity(type, row.quantity)}
            </span>
            <IconButton
              label={name ? t("order:packages.remove", { name }) : t("order:packages.remove_empty")}
              isDisabled={isDisabled}
              onPress={() => onChange(rows.filter((_, index) => index !== at))}
            >
              <X size={14} aria-hidden="true" />
            </IconButton>
          </div>
        );
      })}
      {problem ? (
        <p className={css.error} data-invalid>
          {problem}
        </p>
      ) : null}
      {packages.length === 0 ? (
        <p className={css.soft}>{t("order:packages.no_packages")}</p>
      ) : (
        <Button
          size="sm"
          kind="quiet"
          icon={<Plus size={14} aria-hidden="true" />}
          isDisabled={isDisabled || rows.length >= packages.length}
          onPress={() => onChange([...rows, { product_package_id: null, quantity: 1 }])}
        >
          {t("order:packages.add")}
        </Button>
      )}
    </fieldset>
  );
}
