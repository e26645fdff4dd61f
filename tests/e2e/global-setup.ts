// One product with its demo for all journeys of a run.
import type { TestProject } from "vitest/node";
import { startProduct, type DemoAccount } from "./product.ts";

declare module "vitest" {
  export interface ProvidedContext {
    product: {
      readonly url: string;
      readonly data_dir: string;
      readonly accounts: readonly DemoAccount[];
    };
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { url, data_dir, accounts, stop } = await startProduct();
  project.provide("product", { url, data_dir, accounts });
  return stop;
}
