export default {
  dialect: "postgresql",
  schema: [
    "./src/server/store/schema/account.ts",
    "./src/server/store/schema/plant.ts",
    "./src/server/store/schema/provider.ts",
  ],
  out: "./src/server/store/schema",
};
