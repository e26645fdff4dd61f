CREATE TABLE "analysis_server" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'STOPPED' NOT NULL,
	"size" text DEFAULT 'small' NOT NULL,
	"volume_gb" integer DEFAULT 100 NOT NULL,
	"locked" boolean DEFAULT false NOT NULL,
	"for_evaluation" boolean DEFAULT false NOT NULL,
	"state_changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "analysis_server_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "evaluation_run" (
	"task_id" integer PRIMARY KEY NOT NULL,
	"server_id" integer NOT NULL,
	"report" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "started_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "end_requested" text;--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "repeated_by" integer;--> statement-breakpoint
ALTER TABLE "evaluation_run" ADD CONSTRAINT "evaluation_run_task_id_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_run" ADD CONSTRAINT "evaluation_run_server_id_analysis_server_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."analysis_server"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "evaluation_run_server" ON "evaluation_run" USING btree ("server_id");--> statement-breakpoint
CREATE UNIQUE INDEX "task_evaluation" ON "task" USING btree ("analysis_id") WHERE name = 'evaluate_analysis' and state in ('PENDING', 'RUNNING');
--> statement-breakpoint
-- Servers belong to the provider: customers see none. An evaluation is seen where its task is seen.
ALTER TABLE analysis_server ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON analysis_server USING ((SELECT app_sees_all()));
ALTER TABLE evaluation_run ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON evaluation_run
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM task WHERE task.id = task_id));
--> statement-breakpoint
INSERT INTO analysis_server (name) VALUES ('analysis-1');
