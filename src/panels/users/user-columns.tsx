// The columns of the user list.
import { isProviderRole } from "../../domain/account/role.ts";
import type { User } from "../../domain/account/user.ts";
import {
  formatDateTime,
  formatElapsed,
  formatNumber,
  hasWords,
  t,
} from "../../state/shell/locale.ts";
import { initialsOf, statusOf, userName, type UserStatus } from "../../state/settings/user.ts";
import { Badge } from "../../ui/feedback.tsx";
import type { Tone } from "../../ui/notice.tsx";
import type { Column } from "../../ui/table/table-sort.tsx";
import css from "./users.module.css";

const tones: Record<UserStatus, Tone> = {
  registered: "good",
  pending: "watch",
  unknown: "neutral",
  locked: "danger",
};

/** The role's name; its key for a role without a translation. */
export function roleName(key: string): string {
  return hasWords(`user:role.${key}`) ? t(`user:role.${key}`) : key;
}

export function StatusBadge({ user }: { user: User }) {
  const status = statusOf(user);
  return <Badge tone={tones[status]}>{t(`user:status.${status}`)}</Badge>;
}

export function Avatar({ user }: { user: User }) {
  return (
    <span className={css.avatar} data-hue={user.id % 6} aria-hidden="true">
      {initialsOf(user)}
    </span>
  );
}

/** A short text of the plants that a user may see. */
export function plantsWord({ role, plant_ids, has_other_plants }: User): string {
  if (isProviderRole(role) || plant_ids === null) return t("user:plants.all_short");
  if (has_other_plants) return t("user:plants.others_short", { n: formatNumber(plant_ids.length) });
  if (plant_ids.length === 0) return t("user:plants.none_short");
  return formatNumber(plant_ids.length);
}

export function userColumns(): Column<User>[] {
  return [
    {
      id: "name",
      title: t("user:column.name"),
      sortBy: ({ last_name, first_name }) => `${last_name} ${first_name}`,
      cell: (user) => (
        <span className={css.name}>
          <Avatar user={user} />
          <span>{userName(user)}</span>
        </span>
      ),
    },
    {
      id: "email",
      title: t("user:column.email"),
      from: 780,
      sortBy: ({ email }) => email,
      cell: ({ email }) => <span title={email}>{email}</span>,
    },
    {
      id: "company",
      title: t("user:column.company"),
      width: "9rem",
      from: 600,
      sortBy: ({ company }) => company,
      cell: ({ company }) => company,
    },
    {
      id: "role",
      title: t("user:column.role"),
      width: "10.5rem",
      from: 420,
      sortBy: ({ role }) => roleName(role),
      cell: ({ role }) => roleName(role),
    },
    {
      id: "status",
      title: t("user:column.status"),
      width: "7rem",
      sortBy: (user) => t(`user:status.${statusOf(user)}`),
      cell: (user) => <StatusBadge user={user} />,
    },
    {
      id: "last_sign_in_at",
      title: t("user:column.last_sign_in"),
      width: "9rem",
      from: 960,
      sortBy: ({ last_sign_in_at }) => last_sign_in_at && Date.parse(last_sign_in_at),
      cell: ({ last_sign_in_at }) =>
        last_sign_in_at ? (
          <time dateTime={last_sign_in_at} title={formatDateTime(last_sign_in_at)}>
            {formatElapsed(last_sign_in_at)}
          </time>
        ) : (
          <span className={css.faint}>{t("user:never")}</span>
        ),
    },
    {
      id: "plants",
      title: t("user:column.plants"),
      width: "5.5rem",
      from: 1060,
      numeric: true,
      sortBy: ({ role, plant_ids }) =>
        isProviderRole(role) || plant_ids === null ? Number.MAX_SAFE_INTEGER : plant_ids.length,
      cell: (user) => plantsWord(user),
    },
  ];
}
