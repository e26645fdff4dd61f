// Access tokens: made and withdrawn by their user, and withdrawn by who manages users.
import { z } from "zod";
import {
  accessTokenFormShape,
  accessTokenRefusal,
  accessTokenShape,
  issuedAccessTokenShape,
} from "../../domain/account/access-token.ts";
import { userChangeRefusal } from "../../domain/account/user.ts";
import { idTextShape } from "../../domain/id.ts";
import { exactLineShape } from "../../domain/text.ts";
import { endpoint } from "../endpoint.ts";

const params = z.object({ id: idTextShape });
const ofUser = { user: "id" } as const;

export const accessTokenApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/user/access-tokens",
    summary: "The user's access tokens without their secrets.",
    permission: null,
    scope: null,
    answer: z.array(accessTokenShape),
  }),
  make: endpoint({
    method: "POST",
    path: "/auth/user/access-tokens",
    summary:
      "Makes an access token with a security code. Its secret is answered once. A program sends it as a bearer token to the calls of its scopes.",
    permission: null,
    refusal: (_, count: number) => accessTokenRefusal(count),
    scope: null,
    body: accessTokenFormShape.extend({ security_code: exactLineShape.min(1).max(40) }),
    answer: issuedAccessTokenShape,
  }),
  withdraw: endpoint({
    method: "DELETE",
    path: "/auth/user/access-tokens/{id}",
    summary: "Withdraws an access token of the user. It ends at once.",
    permission: null,
    scope: null,
    params,
    answer: z.array(accessTokenShape),
  }),
  listOfUser: endpoint({
    method: "GET",
    path: "/auth/user/{id}/access-tokens",
    summary: "The access tokens of a user without their secrets.",
    permission: "READ_USER",
    scope: ofUser,
    params,
    answer: z.array(accessTokenShape),
  }),
  withdrawOfUser: endpoint({
    method: "DELETE",
    path: "/auth/user/{id}/access-tokens/{access_token_id}",
    summary: "Withdraws an access token of a user. It ends at once.",
    permission: "UPDATE_USER",
    refusal: userChangeRefusal,
    scope: ofUser,
    params: params.extend({ access_token_id: idTextShape }),
    answer: z.array(accessTokenShape),
  }),
};
