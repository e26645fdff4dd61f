CREATE TABLE "analysis_history" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"analysis_id" integer NOT NULL,
	"account_id" integer,
	"field" text NOT NULL,
	"old_value" text,
	"new_value" text,
	"note" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "analysis" ADD COLUMN "drone_id" integer;--> statement-breakpoint
ALTER TABLE "analysis" ADD COLUMN "complete_after_upload" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "analysis" ADD COLUMN "is_unmeasured_holder" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "analysis" ADD COLUMN "invoice_state" text DEFAULT 'NEEDS_TO_BE_CREATED' NOT NULL;--> statement-breakpoint
ALTER TABLE "analysis" ADD COLUMN "invoice_id" text;--> statement-breakpoint
ALTER TABLE "analysis" ADD COLUMN "invoice_link" text;--> statement-breakpoint
ALTER TABLE "analysis" ADD COLUMN "po_reference" text;--> statement-breakpoint
ALTER TABLE "analysis" ADD COLUMN "po_pdf_link" text;--> statement-breakpoint
ALTER TABLE "analysis_history" ADD CONSTRAINT "analysis_history_analysis_id_analysis_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."analysis"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analysis_history" ADD CONSTRAINT "analysis_history_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "analysis_history_analysis" ON "analysis_history" USING btree ("analysis_id","id");--> statement-breakpoint
-- Earlier versions took the same name twice; the later analysis keeps its own, with its number.
UPDATE analysis AS later SET name = later.name || ' (' || later.id || ')'
  WHERE EXISTS (SELECT 1 FROM analysis AS earlier
    WHERE earlier.plant_id = later.plant_id AND earlier.name = later.name AND earlier.id < later.id);
--> statement-breakpoint
ALTER TABLE "analysis" ADD CONSTRAINT "analysis_name" UNIQUE("plant_id","name");
--> statement-breakpoint
ALTER TABLE analysis ADD CONSTRAINT analysis_drone FOREIGN KEY (drone_id) REFERENCES drone (id);
ALTER TABLE analysis_history ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON analysis_history
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM analysis WHERE analysis.id = analysis_id));
