CREATE TABLE "access_token" (
	"id" serial PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"acting_customer_id" integer,
	"name" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"networks" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "access_token_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_acting_customer_id_customer_id_fk" FOREIGN KEY ("acting_customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_token_account" ON "access_token" USING btree ("account_id");--> statement-breakpoint
ALTER TABLE access_token ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON access_token
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM account WHERE account.id = account_id));
