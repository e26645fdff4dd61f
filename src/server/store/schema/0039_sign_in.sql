CREATE TABLE "account_identity" (
	"issuer" text NOT NULL,
	"subject_hash" "bytea" NOT NULL,
	"account_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_identity_issuer_subject_hash_pk" PRIMARY KEY("issuer","subject_hash")
);
--> statement-breakpoint
CREATE TABLE "begun_sign_on" (
	"state_hash" "bytea" PRIMARY KEY NOT NULL,
	"browser_hash" "bytea" NOT NULL,
	"customer_id" integer NOT NULL,
	"issuer" text NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkey" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"credential_id" "bytea" NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"is_synced" boolean NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "passkey_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "passkey_challenge" (
	"challenge_hash" "bytea" PRIMARY KEY NOT NULL,
	"account_id" integer,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "single_sign_on" (
	"customer_id" integer PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL,
	"name" text NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"client_secret" "bytea",
	"role_claim" text NOT NULL,
	"roles" jsonb NOT NULL,
	"default_role_id" integer,
	"provisions" boolean NOT NULL,
	"is_forced" boolean NOT NULL,
	"trusts_second_factor" boolean NOT NULL,
	"second_factor_acr" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "single_sign_on_domain" (
	"domain" text PRIMARY KEY NOT NULL,
	"customer_id" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_identity" ADD CONSTRAINT "account_identity_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "begun_sign_on" ADD CONSTRAINT "begun_sign_on_customer_id_single_sign_on_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."single_sign_on"("customer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenge" ADD CONSTRAINT "passkey_challenge_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "single_sign_on" ADD CONSTRAINT "single_sign_on_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "single_sign_on" ADD CONSTRAINT "single_sign_on_default_role_id_role_id_fk" FOREIGN KEY ("default_role_id") REFERENCES "public"."role"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "single_sign_on_domain" ADD CONSTRAINT "single_sign_on_domain_customer_id_single_sign_on_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."single_sign_on"("customer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_identity_account" ON "account_identity" USING btree ("account_id","issuer");--> statement-breakpoint
CREATE INDEX "passkey_account" ON "passkey" USING btree ("account_id");--> statement-breakpoint
ALTER TABLE single_sign_on ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON single_sign_on
  USING ((SELECT app_sees_all()) OR customer_id = (SELECT app_customer_id()));
ALTER TABLE single_sign_on_domain ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON single_sign_on_domain
  USING ((SELECT app_sees_all()) OR customer_id = (SELECT app_customer_id()));
ALTER TABLE account_identity ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON account_identity
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM account WHERE account.id = account_id));
ALTER TABLE begun_sign_on ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON begun_sign_on
  USING ((SELECT app_sees_all()) OR customer_id = (SELECT app_customer_id()));
ALTER TABLE passkey ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON passkey
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM account WHERE account.id = account_id));
ALTER TABLE passkey_challenge ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON passkey_challenge
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM account WHERE account.id = account_id));
