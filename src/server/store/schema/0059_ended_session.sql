CREATE TABLE "ended_session" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"ended_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "ended_session_at" ON "ended_session" USING btree ("ended_at");--> statement-breakpoint
ALTER TABLE ended_session ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenancy ON ended_session USING ((SELECT app_sees_all()));
