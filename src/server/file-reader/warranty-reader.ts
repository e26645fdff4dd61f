// Writes a warranty package; says after each maker how many are done.
import type { WarrantyInput } from "../report/warranty-input.ts";
import { writeWarranty, type WrittenWarranty } from "../report/write-warranty.ts";
import type { Reader } from "./reader.ts";
import { storeOf } from "./store-access.ts";

type Said = { readonly done: number; readonly all: number };

export const reader: Reader<WarrantyInput, WrittenWarranty, Said> = async (input, say) =>
  writeWarranty(await storeOf(input.report.store), input, (done, all) => say({ done, all }));
