CREATE TABLE "provisioned_group" (
	"id" serial PRIMARY KEY NOT NULL,
	"customer_id" integer NOT NULL,
	"display_name" text NOT NULL,
	"external_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"modified_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provisioned_group_member" (
	"group_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	CONSTRAINT "provisioned_group_member_group_id_account_id_pk" PRIMARY KEY("group_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "provisioned_user" (
	"account_id" integer PRIMARY KEY NOT NULL,
	"customer_id" integer NOT NULL,
	"external_id" text,
	"user_name" text,
	"roles" text[] DEFAULT '{}' NOT NULL,
	"is_deactivated" boolean DEFAULT false NOT NULL,
	"is_removed" boolean DEFAULT false NOT NULL,
	"modified_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provisioning_token" (
	"customer_id" integer PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "provisioning_token_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "provisioned_group" ADD CONSTRAINT "provisioned_group_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provisioned_group_member" ADD CONSTRAINT "provisioned_group_member_group_id_provisioned_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."provisioned_group"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provisioned_group_member" ADD CONSTRAINT "provisioned_group_member_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provisioned_user" ADD CONSTRAINT "provisioned_user_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provisioned_user" ADD CONSTRAINT "provisioned_user_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provisioning_token" ADD CONSTRAINT "provisioning_token_customer_id_single_sign_on_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."single_sign_on"("customer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "provisioned_group_name" ON "provisioned_group" USING btree ("customer_id",lower("display_name"));--> statement-breakpoint
CREATE INDEX "provisioned_group_member_account" ON "provisioned_group_member" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "provisioned_user_name" ON "provisioned_user" USING btree ("customer_id",lower("user_name")) WHERE not "provisioned_user"."is_removed";--> statement-breakpoint
ALTER TABLE provisioning_token ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON provisioning_token
  USING ((SELECT app_sees_all()) OR customer_id = (SELECT app_customer_id()));
ALTER TABLE provisioned_user ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON provisioned_user
  USING ((SELECT app_sees_all()) OR customer_id = (SELECT app_customer_id()));
ALTER TABLE provisioned_group ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON provisioned_group
  USING ((SELECT app_sees_all()) OR customer_id = (SELECT app_customer_id()));
ALTER TABLE provisioned_group_member ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON provisioned_group_member
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM provisioned_group g WHERE g.id = group_id));
