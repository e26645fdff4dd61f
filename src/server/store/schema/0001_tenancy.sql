-- Row-level security: the second lock on tenancy. The door judges first; these policies hold also where a
-- query forgets to. A connection says for whom it asks: app.staff = 'on' sees everything, app.customer_id
-- sees one customer's rows, neither sees nothing.
CREATE FUNCTION app_sees_all() RETURNS boolean LANGUAGE sql STABLE AS
$$ SELECT coalesce(current_setting('app.staff', true) = 'on', false) $$;
--> statement-breakpoint
CREATE FUNCTION app_customer_id() RETURNS integer LANGUAGE sql STABLE AS
$$ SELECT nullif(current_setting('app.customer_id', true), '')::integer $$;
--> statement-breakpoint
-- The name of whoever changed something may be shown to a customer; the account itself may not.
-- Runs as the owner of the tables, whom the policies do not bind.
CREATE FUNCTION account_name(wanted integer) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = public AS
$$ SELECT trim(first_name || ' ' || last_name) FROM account WHERE id = wanted $$;
--> statement-breakpoint
ALTER TABLE customer ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON customer USING ((SELECT app_sees_all()) OR id = (SELECT app_customer_id()));
ALTER TABLE account ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON account
  USING ((SELECT app_sees_all()) OR customer_id = (SELECT app_customer_id()));
ALTER TABLE plant ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON plant
  USING ((SELECT app_sees_all()) OR customer_id = (SELECT app_customer_id()));
ALTER TABLE drone ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON drone
  USING ((SELECT app_sees_all()) OR customer_id = (SELECT app_customer_id()));
ALTER TABLE purchase_order ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON purchase_order
  USING ((SELECT app_sees_all()) OR customer_id = (SELECT app_customer_id()));
--> statement-breakpoint
-- What hangs on a row above is seen where that row is seen: the inner query is bound by its policy too.
ALTER TABLE account_plant ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON account_plant
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM account WHERE account.id = account_id));
ALTER TABLE session ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON session
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM account WHERE account.id = account_id));
ALTER TABLE confirmation ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON confirmation
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM account WHERE account.id = account_id));
ALTER TABLE diagnostic ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON diagnostic
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM account WHERE account.id = account_id));
ALTER TABLE twin ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON twin
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM plant WHERE plant.id = plant_id));
ALTER TABLE key_figure_limits ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON key_figure_limits
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM plant WHERE plant.id = plant_id));
ALTER TABLE analysis ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON analysis
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM plant WHERE plant.id = plant_id));
ALTER TABLE custom_component_property ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON custom_component_property
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM plant WHERE plant.id = plant_id));
ALTER TABLE blueprint ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON blueprint
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM plant WHERE plant.id = plant_id));
ALTER TABLE analysis_column ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON analysis_column
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM analysis WHERE analysis.id = analysis_id));
ALTER TABLE value_change ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON value_change
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM analysis WHERE analysis.id = analysis_id));
ALTER TABLE result_image ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON result_image
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM analysis WHERE analysis.id = analysis_id));
ALTER TABLE order_product_package ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON order_product_package
  USING ((SELECT app_sees_all())
    OR EXISTS (SELECT 1 FROM purchase_order WHERE purchase_order.id = order_id));
ALTER TABLE task ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON task
  USING ((SELECT app_sees_all())
    OR EXISTS (SELECT 1 FROM plant WHERE plant.id = plant_id)
    OR EXISTS (SELECT 1 FROM account WHERE account.id = created_by));
--> statement-breakpoint
-- Everybody's acts are written down; read again only by staff and the customer concerned.
ALTER TABLE audit_entry ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON audit_entry FOR SELECT
  USING ((SELECT app_sees_all()) OR customer_id = (SELECT app_customer_id()));
CREATE POLICY writing ON audit_entry FOR INSERT WITH CHECK (true);
--> statement-breakpoint
-- Counts of failed sign-ins, shared by all servers (rate-limiter-flexible).
CREATE TABLE rate_limit (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint);
