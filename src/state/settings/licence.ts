// The software of others that the product contains. The list is a part of the app, loaded where it is shown.
import { licencesOf, type Licence } from "../../domain/app/licence.ts";
import { records } from "./record.ts";

export const licenceRecords = records<Licence, never>({
  key: "licences",
  permission: null,
  async load() {
    const { default: list } = await import("../../domain/app/licence-list.json");
    return licencesOf(list);
  },
  name: ({ name }) => name,
  words: {},
});
