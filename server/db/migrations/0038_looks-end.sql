-- A look at a person's data stays as it was recorded, and goes after the three years of the privacy policy.
DROP TRIGGER staff_looks_append_only ON "staff_looks";--> statement-breakpoint
CREATE TRIGGER staff_looks_append_only BEFORE UPDATE ON "staff_looks" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER staff_looks_kept BEFORE DELETE ON "staff_looks" FOR EACH ROW WHEN (OLD.at > now() - interval '3 years') EXECUTE FUNCTION refuse_change();
