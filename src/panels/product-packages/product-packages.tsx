// The product packages: sets of key figures that customers order.
import { useMemo } from "react";
import { useAtomValue } from "jotai";
import { Package } from "lucide-react";
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import type { ProductPackage } from "../../domain/provider/product-package.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { productPackages } from "../../state/settings/product-package.ts";
import { askAtom } from "../../state/account/ask.ts";
import type { Column } from "../../ui/table/table-sort.tsx";
import { RecordPanel } from "../record/record-panel.tsx";
import { PackageForm } from "./package-form.tsx";
import css from "./product-packages.module.css";

export function ProductPackages() {
  const ask = useAtomValue(askAtom);
  const columns = useMemo(() => makeColumns(), []);
  return (
    <RecordPanel
      records={productPackages}
      columns={columns}
      sort={{ column: "name", falling: false }}
      textOf={textOf}
      form={PackageForm}
      create={ask("productPackage.create")}
      icon={<Package size={22} aria-hidden="true" />}
      words={{
        label: t("product-package:title"),
        create: t("product-package:create"),
        none: t("product-package:none"),
        noneText: t("product-package:none_text"),
      }}
    />
  );
}

/** The searchable text of a package, with its key figures. */
function textOf({ name, description, key_figure_ids }: ProductPackage): string {
  const names = key_figure_ids.map((id) => {
    const keyFigure = keyFigureById(id);
    return keyFigure ? t(`key-figure:${keyFigure.key}.name`) : "";
  });
  return [name, description, ...names].join(" ");
}

function makeColumns(): Column<ProductPackage>[] {
  return [
    {
      id: "name",
      title: t("product-package:field.name"),
      sortBy: ({ name }) => name,
      cell: ({ name, description }) => (
        <span className={css.name}>
          <strong>{name}</strong>
          {description ? <small title={description}>{description}</small> : null}
        </span>
      ),
    },
    {
      id: "key_figure_ids",
      title: t("product-package:field.key_figure_ids"),
      numeric: true,
      width: "7.5rem",
      sortBy: ({ key_figure_ids }) => key_figure_ids.length,
      cell: ({ key_figure_ids }) => formatNumber(key_figure_ids.length),
    },
    {
      id: "order_count",
      title: t("product-package:field.order_count"),
      numeric: true,
      width: "5.5rem",
      sortBy: ({ order_count }) => order_count,
      cell: ({ order_count }) => formatNumber(order_count),
    },
  ];
}
