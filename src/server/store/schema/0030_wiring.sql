-- The form of the losses stored all of its fields, so 28 modules and 24 strings were stated by plants that never said so.
-- Both together are taken for the old defaults: the wiring is then not known, and is derived or asked for.
UPDATE "loss_settings" SET "values" = "values" - 'modules_per_string' - 'strings_per_tracker'
WHERE "values" @> '{"modules_per_string": 28, "strings_per_tracker": 24}'::jsonb;
