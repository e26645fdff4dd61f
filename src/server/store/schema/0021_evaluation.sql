CREATE TABLE "finding_verdict" (
	"finding_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"verdict" text NOT NULL,
	"moved_to" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "finding_verdict_finding_id_account_id_pk" PRIMARY KEY("finding_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "flagged_finding" (
	"id" serial PRIMARY KEY NOT NULL,
	"analysis_id" integer NOT NULL,
	"component_type" text NOT NULL,
	"row" integer NOT NULL,
	"dt_id" text NOT NULL,
	"pcs" text NOT NULL,
	"key_figure_id" integer NOT NULL,
	"value" real NOT NULL,
	"confidence" real,
	"reasons" jsonb NOT NULL,
	"candidates" jsonb NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"moved_to" text,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "flagged_finding_component" UNIQUE("analysis_id","component_type","dt_id")
);
--> statement-breakpoint
ALTER TABLE "analysis" ADD COLUMN "survey_conditions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "analysis" ADD COLUMN "temperature_rasters" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "analysis" ADD COLUMN "evaluation_log" text;--> statement-breakpoint
ALTER TABLE "analysis" ADD COLUMN "reviewers" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "analysis_column" ADD COLUMN "is_evaluated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "plant" ADD COLUMN "evaluation_limits" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "finding_verdict" ADD CONSTRAINT "finding_verdict_finding_id_flagged_finding_id_fk" FOREIGN KEY ("finding_id") REFERENCES "public"."flagged_finding"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_verdict" ADD CONSTRAINT "finding_verdict_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flagged_finding" ADD CONSTRAINT "flagged_finding_analysis_id_analysis_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."analysis"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE flagged_finding ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON flagged_finding
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM analysis WHERE analysis.id = flagged_finding.analysis_id));--> statement-breakpoint
ALTER TABLE finding_verdict ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON finding_verdict
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM flagged_finding WHERE flagged_finding.id = finding_verdict.finding_id));
