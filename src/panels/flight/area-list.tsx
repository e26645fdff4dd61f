// The polygons, take-off positions and obstacles of the plant, with their sizes.
import { useState } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { Trash2 } from "lucide-react";
import { areaName, nameOf, type AreaHit } from "../../domain/flight/area/area-draft.ts";
import { OBSTACLE_METRES } from "../../domain/flight/ground/obstacle.ts";
import { polygonHectares } from "../../domain/flight/area/flight-area.ts";
import { limits } from "../../domain/limits.ts";
import type { FlightPolygon } from "../../domain/flight/route/flight-route.ts";
import { areasAtom, chosenAreaAtom, mayEditAreasAtom } from "../../state/map/flight-area.ts";
import { removeChosen, renameArea, setObstacleHeight } from "../../state/map/flight-area-edit.ts";
import { flyTo } from "../../state/map/view.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { NumberField } from "../number-field/number-field.tsx";
import css from "./flight.module.css";
import { placesBounds } from "../../domain/geometry/place-bounds.ts";

type Item = {
  readonly hit: AreaHit;
  /** By a person or a file; "" for none. */
  readonly given: string;
  readonly unnamed: string;
  readonly about: string;
  readonly bounds: readonly [number, number, number, number];
  /** Of an obstacle, in metres; null: not entered yet. */
  readonly height_m?: number | null;
};

export function AreaList() {
  const areas = useAtomValue(areasAtom);
  const { flight, no_fly, take_offs, obstacles = [] } = areas;
  const itemsOf = (kind: "flight" | "no_fly", polygons: readonly FlightPolygon[]) =>
    polygons.map((rings, polygon): Item => ({
      hit: { is: "polygon", kind, polygon },
      given: nameOf(areas, kind, polygon),
      unnamed: t(`flight:item.${kind}`, { number: polygon + 1 }),
      about: t("flight:size", {
        hectares: formatNumber(polygonHectares(rings), 2),
        corners: rings.reduce((sum, ring) => sum + ring.length - 1, 0),
      }),
      bounds: boundsOf(rings.flat()),
    }));
  const places = take_offs.map(({ place, name = "" }, at): Item => ({
    hit: { is: "take_off", at },
    given: name,
    unnamed: t("flight:item.take_off", { number: at + 1 }),
    about: `${formatNumber(place[1], 6)}, ${formatNumber(place[0], 6)}`,
    bounds: boundsOf([place]),
  }));
  const standing = obstacles.map(({ form, places, height_m, name = "" }, at): Item => ({
    hit: { is: "obstacle", at },
    given: name,
    unnamed: t("flight:item.obstacle", { number: at + 1 }),
    about: [
      t(`flight:obstacle.form.${form}`),
      height_m === null
        ? t("flight:obstacle.no_height")
        : t("flight:obstacle.metres", { metres: formatNumber(height_m, 1) }),
    ].join(", "),
    bounds: boundsOf(places),
    height_m,
  }));
  const parts = [
    ["flight", itemsOf("flight", flight)],
    ["no_fly", itemsOf("no_fly", no_fly)],
    ["take_offs", places],
    ["obstacles", standing],
  ] as const;
  return parts.map(([part, items]) =>
    items.length > 0 ? (
      <section key={part} className={css.block} aria-label={t(`flight:list.${part}`)}>
        <h3>{t(`flight:list.${part}`)}</h3>
        <ul className={css.list}>
          {items.map((item, at) => (
            <Row key={at} {...item} />
          ))}
        </ul>
      </section>
    ) : null,
  );
}

function Row({ hit, given, unnamed, about, bounds, height_m }: Item) {
  const name = given || unnamed;
  const mayEdit = useAtomValue(mayEditAreasAtom);
  const [chosen, choose] = useAtom(chosenAreaAtom);
  const remove = useSetAtom(removeChosen);
  const fly = useSetAtom(flyTo);
  return (
    <li>
      <button
        type="button"
        // What is read on it is in its name: who speaks to the device says what they see.
        aria-label={`${t("flight:choose", { name })} ${about}`}
        onClick={() => {
          choose(hit);
          fly({ bounds });
        }}
      >
        <span>{name}</span> <small>{about}</small>
      </button>
      {mayEdit ? (
        <IconButton
          size="sm"
          label={t("flight:remove", { name })}
          onPress={() => {
            choose(hit);
            remove();
          }}
        >
          <Trash2 size={14} aria-hidden="true" />
        </IconButton>
      ) : null}
      {mayEdit && hit.is === "obstacle" && (height_m === null || isSame(chosen, hit)) ? (
        <HeightField at={hit.at} name={name} height_m={height_m ?? null} />
      ) : null}
      {mayEdit && isSame(chosen, hit) ? (
        <NameField hit={hit} given={given} unnamed={unnamed} />
      ) : null}
    </li>
  );
}

type HeightFieldProps = { at: number; name: string; height_m: number | null };

/** How high an obstacle stands above the ground: nothing is saved before it is entered. */
function HeightField({ at, name, height_m }: HeightFieldProps) {
  const set = useSetAtom(setObstacleHeight);
  return (
    <div className={css.rename}>
      <NumberField
        label={t("flight:obstacle.height_of", { name })}
        unit="m"
        minValue={OBSTACLE_METRES.least}
        maxValue={OBSTACLE_METRES.most}
        value={height_m ?? NaN}
        onChange={(metres) => set(at, Number.isNaN(metres) ? null : metres)}
      />
    </div>
  );
}

/** Who has chosen a corner of an obstacle has chosen the obstacle. */
const isSame = (one: AreaHit | null, other: AreaHit) =>
  one?.is === "obstacle_corner"
    ? other.is === "obstacle" && one.at === other.at
    : JSON.stringify(one) === JSON.stringify(other);

type NameFieldProps = Pick<Item, "hit" | "given" | "unnamed">;

/** Names what is chosen, once the field is left or Enter is pressed: one step that can be undone. */
function NameField({ hit, given, unnamed }: NameFieldProps) {
  const rename = useSetAtom(renameArea);
  const [text, setText] = useState(given);
  const [before, setBefore] = useState(given);
  // An undo changes the name as well; the field stays, and with it the focus.
  if (before !== given) {
    setBefore(given);
    setText(given);
  }
  const keep = () => {
    if (areaName(text) !== given) rename(hit, text);
  };
  return (
    <div className={css.rename}>
      <TextField
        label={t("flight:name_of", { name: unnamed })}
        placeholder={unnamed}
        value={text}
        maxLength={limits.areaName}
        onChange={setText}
        onBlur={keep}
        onKeyDown={({ key }) => {
          if (key === "Enter") keep();
        }}
      />
    </div>
  );
}

/** Degrees around a single place, so that the map shows what is near it. */
const AROUND = 0.001;

function boundsOf(places: readonly (readonly [number, number])[]): Item["bounds"] {
  const [west, south, east, north] = placesBounds(places)!;
  const around = places.length === 1 ? AROUND : 0;
  return [west - around, south - around, east + around, north + around];
}
