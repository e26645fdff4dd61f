CREATE UNLOGGED TABLE "kept_answer" (
	"id" "bytea" PRIMARY KEY NOT NULL,
	"sealed" "bytea",
	"is_done" boolean DEFAULT false NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "analysis_upload" ADD COLUMN "name_key" text;--> statement-breakpoint
UPDATE "analysis_upload" SET "name_key" = lower("file_name");--> statement-breakpoint
ALTER TABLE "analysis_upload" ALTER COLUMN "name_key" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "analysis_upload_name" ON "analysis_upload" USING btree ("analysis_id","name_key") WHERE "analysis_upload"."state" = 'running';--> statement-breakpoint
CREATE INDEX "analysis_upload_account" ON "analysis_upload" USING btree ("account_id") WHERE "analysis_upload"."state" = 'running';--> statement-breakpoint
CREATE INDEX "analysis_file_waiting" ON "analysis_file" USING btree ("analysis_id") WHERE "analysis_file"."reading_state" = 'waiting';--> statement-breakpoint
ALTER TABLE kept_answer ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON kept_answer USING ((SELECT app_sees_all()));
