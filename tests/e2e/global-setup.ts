// A product with its demo for each worker that runs journeys. The demo is made once and copied: making it
// takes longer than everything else here.
import type { TestProject } from "vitest/node";
import { signAllIn } from "./browser.ts";
import { copyOf, startProduct, type DemoAccount, type Product } from "./product.ts";

declare module "vitest" {
  export interface ProvidedContext {
    products: readonly {
      readonly url: string;
      readonly data_dir: string;
      readonly accounts: readonly DemoAccount[];
    }[];
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const products = await startProducts(project.config.maxWorkers);
  await Promise.all(products.map(signAllIn));
  project.provide(
    "products",
    products.map(({ url, data_dir, accounts }) => ({ url, data_dir, accounts })),
  );
  return async () => {
    await Promise.all(products.map(({ stop }) => stop()));
  };
}

async function startProducts(count: number): Promise<Product[]> {
  const first = await startProduct();
  if (count < 2) return [first];
  await first.end();
  const copy = await copyOf(first);
  return Promise.all([first.data_dir, copy].map((folder) => startProduct({}, folder)));
}
