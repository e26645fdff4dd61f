CREATE TABLE "serial_number" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"plant_id" integer NOT NULL,
	"component_type" text NOT NULL,
	"dt_id" text NOT NULL,
	"serial" text NOT NULL,
	"serial_key" text NOT NULL,
	"source" text NOT NULL,
	"fitted_on" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"account_id" integer,
	"ended_at" timestamp with time zone,
	"end" text,
	"ended_by" integer
);
--> statement-breakpoint
ALTER TABLE "finding_life" ADD COLUMN "rma" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "finding_life" ADD COLUMN "rma_claim" text;--> statement-breakpoint
ALTER TABLE "finding_life" ADD COLUMN "rma_reason" text;--> statement-breakpoint
ALTER TABLE "finding_life" ADD COLUMN "new_serial" text;--> statement-breakpoint
ALTER TABLE "finding_life" ADD COLUMN "replaced_on" date;--> statement-breakpoint
ALTER TABLE "serial_number" ADD CONSTRAINT "serial_number_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "serial_number" ADD CONSTRAINT "serial_number_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "serial_number_component" ON "serial_number" USING btree ("plant_id","dt_id") WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "serial_number_held" ON "serial_number" USING btree ("plant_id","serial_key") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "serial_number_history" ON "serial_number" USING btree ("plant_id","dt_id");--> statement-breakpoint
CREATE INDEX "serial_number_account" ON "serial_number" USING btree ("account_id");--> statement-breakpoint
ALTER TABLE serial_number ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON serial_number
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM plant WHERE plant.id = plant_id));
