ALTER TABLE "evaluation_run" DROP CONSTRAINT "evaluation_run_server_id_analysis_server_id_fk";
--> statement-breakpoint
ALTER TABLE "evaluation_run" ALTER COLUMN "server_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "analysis_history" ADD COLUMN "problem" jsonb;--> statement-breakpoint
ALTER TABLE "evaluation_run" ADD CONSTRAINT "evaluation_run_server_id_analysis_server_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."analysis_server"("id") ON DELETE set null ON UPDATE no action;