// The users the viewer may see, and the changes of a user.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { isProviderRole } from "../../domain/account/role.ts";
import type { Invitation, RoleOption, Seats, User } from "../../domain/account/user.ts";
import { isActiveSuperAdmin } from "../../domain/account/user.ts";
import { valueOf } from "../shell/loaded.ts";
import { tableForm, type SentAnswers } from "../shell/table-file.ts";
import { queryOf, reload, type ServerQuery } from "../shell/query.ts";
import { askAtom } from "../account/ask.ts";
import { records } from "./record.ts";
import { heldBySession, perSession } from "../shell/lifetime.ts";

export function userName({ first_name, last_name, email }: User): string {
  return `${first_name} ${last_name}`.trim() || email;
}

/** Up to two letters for the avatar of a user. */
export function initialsOf({ first_name, last_name, email }: User): string {
  const letters = [first_name, last_name].map((name) => [...name.trim()][0] ?? "").join("");
  return (letters || ([...email][0] ?? "?")).toLocaleUpperCase();
}

/** The status in the filter and the badge. A locked user is always "locked". */
export const userStatuses = ["registered", "pending", "unknown", "locked"] as const;
export type UserStatus = (typeof userStatuses)[number];

export function statusOf({ state, locked }: User): UserStatus {
  if (locked) return "locked";
  return state === "REGISTERED" ? "registered" : state === "PENDING" ? "pending" : "unknown";
}

/** The link that lets an invited user register; the server keeps no copy of its key. */
export type RegisterLink = { readonly user_id: number; readonly url: string };
const linkAtom = perSession<RegisterLink | null>(null);
export const registerLinkAtom = atom((get) => get(linkAtom));

const linkOf = (user_id: number, key: string): RegisterLink => ({
  user_id,
  url: `${location.origin}/register/${key}`,
});

/** The link of the last invitation, until inviteUser stores it. */
const invited = heldBySession((): { link: RegisterLink | null } => ({ link: null }));

export const userRecords = records<User, Invitation>({
  key: "users",
  permission: api.user.list.permission,
  load: (options) => call(api.user.list, {}, options),
  async create(form) {
    const { user, confirmation_key } = await call(api.user.invite, { body: form });
    invited().link = linkOf(user.id, confirmation_key);
    return user;
  },
  remove: (id) => call(api.user.remove, { params: { id } }),
  name: userName,
  words: { created: "user:invited", removed: "user:removed" },
});

/** Invites a user and keeps the link to register. Rejects with the refusal, which has been shown. */
export const inviteUser = atom(null, async (_get, set, form: Invitation) => {
  const user = await set(userRecords.create, form);
  set(linkAtom, invited().link);
  invited().link = null;
  reloadSeats();
  return user;
});

/** Invites the users of a table; answers their number, and whom no e-mail reached. Rejects with its faults by line. */
export const importUsers = atom(
  null,
  async (_get, _set, customer_id: number, file: File, given: SentAnswers) => {
    const body = tableForm(file, given);
    const answer = await call(api.user.importFile, { query: { customer_id }, body });
    void userRecords.reload();
    reloadSeats();
    return answer;
  },
);

/** Mails the invitation again and keeps the new link. */
export const resendInvitation = atom(null, async (_get, set, id: number) => {
  const { confirmation_key } = await call(api.user.resendInvitation, { params: { id } });
  set(linkAtom, linkOf(id, confirmation_key));
});

export const removeUser = atom(null, async (_get, set, id: number) => {
  await set(userRecords.remove, id);
  reloadSeats();
});

export const lockUser = atom(null, async (_get, set, id: number, lock: boolean) => {
  set(userRecords.keep, await call(api.user.unLock, { params: { id }, body: { lock } }));
});

/** Assigns plants: null for all, empty for none. */
export const assignPlants = atom(
  null,
  async (_get, set, id: number, plant_ids: readonly number[] | null) => {
    const body = { plant_ids: plant_ids && [...plant_ids] };
    set(userRecords.keep, await call(api.user.assignPlants, { params: { id }, body }));
  },
);

export const renameUser = atom(
  null,
  async (_get, set, user: User, names: { first_name: string; last_name: string }) => {
    await call(api.profile.changeUserNames, { params: { id: user.id }, body: names });
    set(userRecords.keep, { ...user, ...names });
  },
);

/** Requests a code for the signed-in user; returns whether it comes by e-mail or from the app. */
export const requestSecurityCode = atom(null, async () => {
  const { auth_method } = await call(api.profile.requestSecurityCode);
  return auth_method === 0 ? "mail" : "app";
});

export const changeRole = atom(
  null,
  async (_get, set, id: number, role_id: number, security_code: string) => {
    const body = { role_id, security_code };
    set(userRecords.keep, await call(api.user.changeRole, { params: { id }, body }));
  },
);

/** The customers the viewer may invite users to, with the number of seats taken. */
export const seatsAtom = queryOf((): ServerQuery<readonly Seats[]> => ({
  key: ["seats"],
  ask: (options) => call(api.user.listSeats, {}, options),
}));

/** The roles the viewer may give; idle for a viewer who may give none. */
export const rolesAtom = queryOf((get): ServerQuery<readonly RoleOption[]> | null => {
  if (get(askAtom)("user.listRoles") !== null) return null;
  return { key: ["roles"], ask: (options) => call(api.user.listRoles, {}, options) };
});
/** The same as a list, empty until it is loaded. */
export const roleOptionsAtom = atom((get) => valueOf(get(rolesAtom)) ?? []);

/** A function that returns the roles the viewer may give to a user, without the present one. */
export const otherRolesAtom = atom((get) => {
  const roles = get(roleOptionsAtom);
  const seats = valueOf(get(seatsAtom)) ?? [];
  return ({ role_id, customer_id }: User): readonly RoleOption[] => {
    const customer = seats.find((one) => one.customer_id === customer_id);
    return roles.filter(
      ({ id, key }) => id !== role_id && (customer?.is_provider === true || !isProviderRole(key)),
    );
  };
});

/** Fetches the seats again. */
function reloadSeats(): void {
  void reload(["seats"]);
}

/** The number of super admins who can sign in, of those the viewer sees. */
export const superAdminCountAtom = atom(
  (get) => (valueOf(get(userRecords.listAtom)) ?? []).filter(isActiveSuperAdmin).length,
);

export type UserFilter = {
  readonly status: UserStatus | null;
  readonly role: string | null;
  readonly customer_id: number | null;
  /** The provider's staff, or users of customers. */
  readonly group: UserGroup | null;
};

export const userGroups = ["provider", "customers"] as const;
export type UserGroup = (typeof userGroups)[number];

export const noUserFilter: UserFilter = {
  status: null,
  role: null,
  customer_id: null,
  group: null,
};
export const userFilterAtom = perSession<UserFilter>(noUserFilter);

export function passesFilter(filter: UserFilter, user: User): boolean {
  return (
    (filter.status === null || statusOf(user) === filter.status) &&
    (filter.role === null || user.role === filter.role) &&
    (filter.customer_id === null || user.customer_id === filter.customer_id) &&
    (filter.group === null || (filter.group === "provider") === isProviderRole(user.role))
  );
}
