CREATE TABLE "release_mail_recipient" (
	"customer_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	CONSTRAINT "release_mail_recipient_customer_id_account_id_pk" PRIMARY KEY("customer_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "used_proof" (
	"id" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "disabled_key_figure" (
	"plant_id" integer NOT NULL,
	"key_figure_id" integer NOT NULL,
	CONSTRAINT "disabled_key_figure_plant_id_key_figure_id_pk" PRIMARY KEY("plant_id","key_figure_id")
);
--> statement-breakpoint
CREATE TABLE "drone_app" (
	"id" serial PRIMARY KEY NOT NULL,
	"series" text NOT NULL,
	"version" text NOT NULL,
	"object" text NOT NULL,
	"bytes" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "drone_app_version" UNIQUE("series","version")
);
--> statement-breakpoint
ALTER TABLE "document_file" ALTER COLUMN "bytes" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "invited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "registered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "terms_accepted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "last_sign_in_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "diagnostic" ADD COLUMN "user_agent" text;--> statement-breakpoint
ALTER TABLE "blueprint" ADD COLUMN "bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "blueprint" ADD COLUMN "created_by" integer;--> statement-breakpoint
ALTER TABLE "custom_component_property" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "custom_component_property" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "document_file" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "drone" ADD COLUMN "type" text DEFAULT 'portable' NOT NULL;--> statement-breakpoint
ALTER TABLE "drone_model" ADD COLUMN "key" text;--> statement-breakpoint
ALTER TABLE "drone_model" ADD COLUMN "cameras" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "drone_model" ADD COLUMN "app_series" text;--> statement-breakpoint
ALTER TABLE "purchase_order" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase_order" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "release_mail_recipient" ADD CONSTRAINT "release_mail_recipient_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_mail_recipient" ADD CONSTRAINT "release_mail_recipient_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disabled_key_figure" ADD CONSTRAINT "disabled_key_figure_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blueprint" ADD CONSTRAINT "blueprint_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "diagnostic_error" ON "diagnostic" USING btree ("error_id");--> statement-breakpoint
CREATE INDEX "diagnostic_created" ON "diagnostic" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "drone_model" ADD CONSTRAINT "drone_model_key_unique" UNIQUE("key");--> statement-breakpoint
ALTER TABLE release_mail_recipient ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON release_mail_recipient
  USING ((SELECT app_sees_all()) OR customer_id = (SELECT app_customer_id()));
ALTER TABLE disabled_key_figure ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON disabled_key_figure
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM plant WHERE plant.id = plant_id));
