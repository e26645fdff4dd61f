// The words of the pages after sign-in in Portuguese, as one file of the build.
export const words = import.meta.glob<Record<string, unknown>>(
  [
    "../../../locales/pt/*.json",
    "!../../../locales/pt/{shell,sign-in,error,mail,audit,permission,release-note,report,monitoring,single-sign-on,webhook,order,drone,terms}.json",
  ],
  { eager: true, import: "default" },
);
