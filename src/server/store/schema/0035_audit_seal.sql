CREATE TABLE "audit_seal" (
	"position" bigint PRIMARY KEY NOT NULL,
	"entry_id" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_seal_entry_id_unique" UNIQUE("entry_id")
);
--> statement-breakpoint
ALTER TABLE audit_seal ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON audit_seal FOR SELECT
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM audit_entry WHERE audit_entry.id = entry_id));
CREATE POLICY writing ON audit_seal FOR INSERT WITH CHECK (true);
--> statement-breakpoint
-- Seals one entry: its hash covers the seal before. One transaction at a time has the lock, from here to the end
-- of its commit, so the order of the seals is the order of the commits. An owner that also serves requests is bound
-- to a tenant, but must see the seals of all.
CREATE FUNCTION seal_audit_entry(entry audit_entry) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  before audit_seal;
  place bigint;
  field text;
  content text := '';
  tenant text := current_setting('app.staff', true);
BEGIN
  PERFORM pg_advisory_xact_lock(5820118);
  PERFORM set_config('app.staff', 'on', true);
  -- A restored entry has its seal already.
  IF EXISTS (SELECT FROM audit_seal WHERE entry_id = entry.id) THEN
    PERFORM set_config('app.staff', coalesce(tenant, ''), true);
    RETURN;
  END IF;
  SELECT * INTO before FROM audit_seal ORDER BY "position" DESC LIMIT 1;
  place := coalesce(before."position", 0) + 1;
  FOREACH field IN ARRAY ARRAY[
    place::text, entry.id::text, (extract(epoch FROM entry.created_at) * 1000000)::bigint::text,
    entry.account_id::text, entry.customer_id::text, entry.action, entry.detail::text, entry.request_id
  ] LOOP
    content := content || CASE WHEN field IS NULL THEN '-' ELSE octet_length(field) || ':' || field END;
  END LOOP;
  INSERT INTO audit_seal ("position", entry_id, hash)
    VALUES (place, entry.id, sha256(coalesce(before.hash, '') || convert_to(content, 'UTF8')));
  PERFORM set_config('app.staff', coalesce(tenant, ''), true);
END $$;
CREATE FUNCTION seal_new_audit_entry() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM seal_audit_entry(NEW);
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION seal_audit_entry(audit_entry) FROM PUBLIC;
--> statement-breakpoint
SELECT set_config('app.staff', 'on', true);
SELECT seal_audit_entry(entry) FROM (SELECT e FROM audit_entry e ORDER BY e.id) ordered(entry);
SELECT set_config('app.staff', '', true);
--> statement-breakpoint
-- At the end of the transaction: the lock is held for the commit alone, and no other lock is waited for meanwhile.
CREATE CONSTRAINT TRIGGER seal AFTER INSERT ON audit_entry DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION seal_new_audit_entry();
