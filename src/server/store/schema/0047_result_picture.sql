CREATE TABLE "result_annotation" (
	"id" serial PRIMARY KEY NOT NULL,
	"analysis_id" integer NOT NULL,
	"dt_id" text NOT NULL,
	"picture" text NOT NULL,
	"kind" text NOT NULL,
	"points" jsonb NOT NULL,
	"text" text NOT NULL,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "result_image" ADD COLUMN "outline" jsonb;--> statement-breakpoint
ALTER TABLE "result_image" ADD COLUMN "is_evaluated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "result_annotation" ADD CONSTRAINT "result_annotation_analysis_id_analysis_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."analysis"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_annotation" ADD CONSTRAINT "result_annotation_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "result_annotation_picture" ON "result_annotation" USING btree ("analysis_id","dt_id");--> statement-breakpoint
ALTER TABLE result_annotation ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON result_annotation
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM analysis WHERE analysis.id = result_annotation.analysis_id));
