// Asks for confirmation before a plant moves to another customer: lists what moves along, what stays and
// which users lose access.
import type { PlantBelongings, PlantStatus } from "../../domain/plant/plant.ts";
import { t } from "../../state/shell/locale.ts";
import { ConfirmDialog } from "../../ui/record-panel.tsx";
import css from "./plant-form.module.css";

export function MoveQuestion({
  plant,
  belongings,
  to,
  onAnswer,
}: {
  plant: PlantStatus;
  belongings: PlantBelongings | undefined;
  /** Name of the new customer. */
  to: string;
  onAnswer: (isMoved: boolean) => void;
}) {
  const { name, customer_name: from } = plant;
  const {
    analysis_count = 0,
    released_count = 0,
    property_count = 0,
    blueprint_count = 0,
    order_count = 0,
    user_count = 0,
  } = belongings ?? {};
  const moves = [
    plant.digitized ? t("plants-admin:move.twin") : null,
    analysis_count > 0 ? t("plants-admin:move.surveys", { count: analysis_count }) : null,
    property_count > 0 ? t("plants-admin:move.properties", { count: property_count }) : null,
    blueprint_count > 0 ? t("plants-admin:move.blueprints", { count: blueprint_count }) : null,
    t("plants-admin:move.limits"),
  ].filter((line) => line !== null);
  return (
    <ConfirmDialog
      title={t("plants-admin:move.title", { name, to })}
      confirmLabel={t("plants-admin:move.act")}
      cancel={t("plants-admin:move.keep", { from })}
      closeLabel={t("shell:close")}
      onConfirm={() => onAnswer(true)}
      onClose={() => onAnswer(false)}
    >
      <div className={css.move}>
        <p>{t("plants-admin:move.along", { to })}</p>
        <ul>
          {moves.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p>{t("plants-admin:move.users", { from })}</p>
        {user_count > 0 ? <p>{t("plants-admin:move.assigned", { count: user_count })}</p> : null}
        {order_count > 0 ? (
          <p>{t("plants-admin:move.orders", { count: order_count, from })}</p>
        ) : null}
        {released_count > 0 ? (
          <p className={css.warning}>
            {t("plants-admin:move.released", { count: released_count, from })}
          </p>
        ) : null}
      </div>
    </ConfirmDialog>
  );
}
