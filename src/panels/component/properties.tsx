// The custom properties of the component, each with its value: the newest one, or that of the current analysis.
import { useAtomValue } from "jotai";
import { Link } from "wouter";
import type { ComponentType } from "../../domain/component/component.ts";
import { plantPropertiesAtom } from "../../state/settings/custom-component-property.ts";
import { t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { plantIdAtom, plantClockAtom } from "../../state/plant/plant.ts";
import { propertyValueAtom } from "../../state/observation/property-value.ts";
import { askAtom } from "../../state/account/ask.ts";
import css from "./component.module.css";

export function Properties({ type, dt_id }: { type: ComponentType; dt_id: string }) {
  const valueOfProperty = useAtomValue(propertyValueAtom);
  const allProperties = valueOf(useAtomValue(plantPropertiesAtom));
  const plant_id = useAtomValue(plantIdAtom);
  const clock = useAtomValue(plantClockAtom);
  const canDefine = useAtomValue(askAtom)("customComponentProperty.create", { count: 0 }) === null;
  if (!allProperties) return null;
  const properties = allProperties.filter(({ component_type }) => component_type === type);
  return (
    <section className={css.block} aria-label={t("component:properties")}>
      <h3>{t("component:properties")}</h3>
      {properties.length === 0 ? (
        <p className={css.note}>
          {t("component:no_properties_of")}{" "}
          {canDefine ? (
            <Link href={`/plant/${plant_id}/settings`}>{t("component:define_properties")}</Link>
          ) : null}
        </p>
      ) : (
        <dl className={css.properties}>
          {properties.map((property) => {
            const found = valueOfProperty(dt_id, property);
            return (
              <div key={property.id}>
                <dt>{property.name}</dt>
                {found ? (
                  <dd data-value>
                    {found.words}
                    <small>{clock.day(found.at)}</small>
                  </dd>
                ) : (
                  <dd>{t("component:property_no_value")}</dd>
                )}
              </div>
            );
          })}
        </dl>
      )}
    </section>
  );
}
