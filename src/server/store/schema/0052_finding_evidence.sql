CREATE TABLE "finding_evidence" (
	"finding_id" integer NOT NULL,
	"analysis_id" integer NOT NULL,
	"severity" integer,
	"judged_at" timestamp with time zone,
	"former_analysis_id" integer,
	"former_severity" integer,
	CONSTRAINT "finding_evidence_finding_id_analysis_id_pk" PRIMARY KEY("finding_id","analysis_id")
);
--> statement-breakpoint
ALTER TABLE "finding_step" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "work_order" ADD COLUMN "analysis_id" integer;--> statement-breakpoint
ALTER TABLE "finding_evidence" ADD CONSTRAINT "finding_evidence_finding_id_finding_life_id_fk" FOREIGN KEY ("finding_id") REFERENCES "public"."finding_life"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_evidence" ADD CONSTRAINT "finding_evidence_analysis_id_analysis_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."analysis"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_evidence" ADD CONSTRAINT "finding_evidence_former_analysis_id_analysis_id_fk" FOREIGN KEY ("former_analysis_id") REFERENCES "public"."analysis"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "finding_evidence_analysis" ON "finding_evidence" USING btree ("analysis_id");--> statement-breakpoint
CREATE INDEX "finding_evidence_former" ON "finding_evidence" USING btree ("former_analysis_id");--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_analysis_id_analysis_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."analysis"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "work_order_analysis" ON "work_order" USING btree ("analysis_id");--> statement-breakpoint
ALTER TABLE finding_evidence ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON finding_evidence
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM finding_life WHERE finding_life.id = finding_id));
INSERT INTO finding_evidence (finding_id, analysis_id)
  SELECT DISTINCT c.finding_id, s.analysis_id FROM finding_step_change c JOIN finding_step s ON s.id = c.step_id
  WHERE s.analysis_id IS NOT NULL;
-- Which survey was looked at before the present one was not kept: it is the newest of those that are known.
INSERT INTO finding_evidence (finding_id, analysis_id, severity, judged_at, former_analysis_id, former_severity)
  SELECT l.id, l.analysis_id, l.severity, CASE WHEN f.id IS NOT NULL THEN a.released_at END, f.id,
    CASE WHEN l.status = 'dismissed' THEN l.severity END
  FROM finding_life l JOIN analysis a ON a.id = l.analysis_id
  LEFT JOIN LATERAL (SELECT o.id FROM finding_step_change c JOIN finding_step s ON s.id = c.step_id
    JOIN analysis o ON o.id = s.analysis_id AND o.flown_at < a.flown_at
    WHERE c.finding_id = l.id ORDER BY o.flown_at DESC, o.id DESC LIMIT 1) f ON true
  ON CONFLICT (finding_id, analysis_id) DO UPDATE SET severity = excluded.severity, judged_at = excluded.judged_at,
    former_analysis_id = excluded.former_analysis_id, former_severity = excluded.former_severity;
UPDATE work_order o SET analysis_id = s.analysis_id FROM work_order_step w JOIN finding_step s ON s.id = w.finding_step_id
  JOIN analysis a ON a.id = s.analysis_id AND a.visibility <> 'released'
  WHERE w.order_id = o.id AND w.is_first AND EXISTS (SELECT 1 FROM account c JOIN role r ON r.id = c.role_id
    WHERE c.id = o.created_by AND r.key IN ('super_admin', 'admin'));
