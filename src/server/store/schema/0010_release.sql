CREATE TABLE "reference_measurement" (
	"id" serial PRIMARY KEY NOT NULL,
	"analysis_id" integer NOT NULL,
	"component_type" text NOT NULL,
	"dt_id" text NOT NULL,
	"measured_at" timestamp with time zone NOT NULL,
	"values" jsonb NOT NULL,
	"acquired_by" text DEFAULT '' NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"is_ignored" boolean DEFAULT false NOT NULL,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analysis_note" (
	"analysis_id" integer PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"object" text NOT NULL,
	"bytes" bigint NOT NULL,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "release_mail" (
	"id" serial PRIMARY KEY NOT NULL,
	"analysis_id" integer NOT NULL,
	"released_at" timestamp with time zone NOT NULL,
	"recipient_id" integer NOT NULL,
	"recipient_name" text NOT NULL,
	"email" text NOT NULL,
	"state" text DEFAULT 'sending' NOT NULL,
	"sent_by" integer,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "release_mail_once" UNIQUE("analysis_id","released_at","recipient_id")
);
--> statement-breakpoint
CREATE TABLE "carried_basis" (
	"analysis_id" integer PRIMARY KEY NOT NULL,
	"basis" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "carried_column" (
	"analysis_id" integer NOT NULL,
	"key_figure_id" integer NOT NULL,
	"source_id" integer NOT NULL,
	"hash" text NOT NULL,
	"value_count" integer NOT NULL,
	CONSTRAINT "carried_column_analysis_id_key_figure_id_source_id_pk" PRIMARY KEY("analysis_id","key_figure_id","source_id")
);
--> statement-breakpoint
ALTER TABLE "reference_measurement" ADD CONSTRAINT "reference_measurement_analysis_id_analysis_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."analysis"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reference_measurement" ADD CONSTRAINT "reference_measurement_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analysis_note" ADD CONSTRAINT "analysis_note_analysis_id_analysis_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."analysis"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analysis_note" ADD CONSTRAINT "analysis_note_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_mail" ADD CONSTRAINT "release_mail_analysis_id_analysis_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."analysis"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_mail" ADD CONSTRAINT "release_mail_sent_by_account_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carried_basis" ADD CONSTRAINT "carried_basis_analysis_id_analysis_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."analysis"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carried_column" ADD CONSTRAINT "carried_column_analysis_id_analysis_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."analysis"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carried_column" ADD CONSTRAINT "carried_column_source_id_analysis_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."analysis"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reference_measurement_analysis" ON "reference_measurement" USING btree ("analysis_id","dt_id");--> statement-breakpoint
CREATE INDEX "carried_column_source" ON "carried_column" USING btree ("source_id");--> statement-breakpoint
ALTER TABLE carried_column ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON carried_column
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM analysis WHERE analysis.id = analysis_id));
ALTER TABLE carried_basis ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON carried_basis
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM analysis WHERE analysis.id = analysis_id));
ALTER TABLE reference_measurement ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON reference_measurement
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM analysis WHERE analysis.id = analysis_id));
ALTER TABLE analysis_note ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON analysis_note
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM analysis WHERE analysis.id = analysis_id));
ALTER TABLE release_mail ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON release_mail
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM analysis WHERE analysis.id = analysis_id));
