// Access tokens: those of the user, and those of users whom the viewer manages.
import { atom } from "jotai";
import { apiDescription } from "../../api/description.ts";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type {
  AccessToken,
  AccessTokenForm,
  IssuedAccessToken,
} from "../../domain/account/access-token.ts";
import { t } from "../shell/locale.ts";
import { updateAnswer } from "../shell/mutation.ts";
import { queriesById, queryOf, type ServerQuery } from "../shell/query.ts";
import { saveSigned } from "../shell/save-file.ts";
import { showDone } from "../shell/toast.ts";

const ownKey = ["access-tokens"];
const keyOf = (id: number) => ["access-tokens-of", id];

export const accessTokensAtom = queryOf((): ServerQuery<readonly AccessToken[]> => ({
  key: ownKey,
  ask: (options) => call(api.accessToken.list, {}, options),
}));

/** By the ID of the user. */
export const accessTokensOf = queriesById((id: number) => ({
  key: keyOf(id),
  ask: (options) => call(api.accessToken.listOfUser, { params: { id } }, options),
}));

/** Makes a token, whose secret is answered this once. Rejects with the refusal. */
export const makeAccessToken = atom(
  null,
  async (_get, _set, form: AccessTokenForm, security_code: string): Promise<IssuedAccessToken> => {
    const issued = await call(api.accessToken.make, { body: { ...form, security_code } });
    const { secret: _, ...token } = issued;
    updateAnswer<readonly AccessToken[]>(ownKey, (known) => [...known, token]);
    return issued;
  },
);

/** @param user_id null for the own token. Rejects with the refusal. */
export const withdrawAccessToken = atom(
  null,
  async (_get, _set, { id, name }: AccessToken, user_id: number | null) => {
    const rest =
      user_id === null
        ? await call(api.accessToken.withdraw, { params: { id } })
        : await call(api.accessToken.withdrawOfUser, {
            params: { id: user_id, access_token_id: id },
          });
    updateAnswer<readonly AccessToken[]>(user_id === null ? ownKey : keyOf(user_id), () => rest);
    showDone(t("access-token:withdrawn", { name }));
  },
);

/** Saves the description of the API: as a page for people, or as OpenAPI for programs. Rejects with the refusal. */
export const saveDescription = (form: "page" | "openApi") => saveSigned(apiDescription[form]);
