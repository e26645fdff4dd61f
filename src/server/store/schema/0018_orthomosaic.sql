CREATE TABLE "orthomosaic" (
	"id" integer PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"fault" jsonb,
	"task_id" integer,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text,
	"hash" text,
	"pyramid" text,
	"pyramid_bytes" bigint,
	"width" integer,
	"height" integer,
	"bands" integer,
	"sample" text,
	"epsg" integer,
	"to_map" jsonb,
	"nodata" double precision,
	"resolution_m" double precision,
	"bounds" jsonb,
	"temperature" jsonb
);
--> statement-breakpoint
ALTER TABLE "orthomosaic" ADD CONSTRAINT "orthomosaic_id_analysis_file_id_fk" FOREIGN KEY ("id") REFERENCES "public"."analysis_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orthomosaic" ADD CONSTRAINT "orthomosaic_task_id_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orthomosaic" ADD CONSTRAINT "orthomosaic_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE orthomosaic ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON orthomosaic
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM analysis_file WHERE analysis_file.id = orthomosaic.id));
