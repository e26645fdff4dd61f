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
CREATE TABLE "webhook" (
	"id" serial PRIMARY KEY NOT NULL,
	"customer_id" integer NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"secret" "bytea" NOT NULL,
	"events" text[] NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"stopped_at" timestamp with time zone,
	"given_up" integer DEFAULT 0 NOT NULL,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" integer NOT NULL,
	"event" text NOT NULL,
	"body" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"attempted_at" timestamp with time zone,
	"duration_ms" integer,
	"status" integer,
	"fault" text
);
--> statement-breakpoint
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_acting_customer_id_customer_id_fk" FOREIGN KEY ("acting_customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_id_webhook_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhook"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_token_account" ON "access_token" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "webhook_customer" ON "webhook" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_webhook" ON "webhook_delivery" USING btree ("webhook_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("next_attempt_at") WHERE state = 'waiting';--> statement-breakpoint
ALTER TABLE access_token ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON access_token
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM account WHERE account.id = account_id));
ALTER TABLE webhook ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON webhook
  USING ((SELECT app_sees_all()) OR customer_id = (SELECT app_customer_id()));
ALTER TABLE webhook_delivery ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON webhook_delivery
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM webhook w WHERE w.id = webhook_id));
