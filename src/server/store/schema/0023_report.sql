CREATE TABLE "loss_settings" (
	"plant_id" integer PRIMARY KEY NOT NULL,
	"values" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report" (
	"id" serial PRIMARY KEY NOT NULL,
	"plant_id" integer NOT NULL,
	"analysis_id" integer NOT NULL,
	"title" text NOT NULL,
	"locale" text NOT NULL,
	"sections" text[] NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"problem" jsonb,
	"task_id" integer,
	"object" text,
	"bytes" bigint,
	"plant_image" text,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_template" (
	"customer_id" integer PRIMARY KEY NOT NULL,
	"sections" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "loss_settings" ADD CONSTRAINT "loss_settings_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_analysis_id_analysis_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."analysis"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_task_id_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_template" ADD CONSTRAINT "report_template_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_analysis" ON "report" USING btree ("analysis_id");--> statement-breakpoint
ALTER TABLE report ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON report
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM analysis WHERE analysis.id = analysis_id));
ALTER TABLE report_template ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON report_template
  USING ((SELECT app_sees_all()) OR customer_id = (SELECT app_customer_id()));
ALTER TABLE loss_settings ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON loss_settings
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM plant WHERE plant.id = plant_id));
