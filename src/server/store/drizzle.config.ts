export default {
  dialect: "postgresql",
  schema: "./src/server/store/schema/*.ts",
  out: "./src/server/store/schema",
};
