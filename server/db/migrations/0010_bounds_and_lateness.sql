CREATE INDEX "users_to_erase" ON "users" USING btree ("erase_after") WHERE "users"."closed_at" is not null and "users"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "attempts_trainings" ON "attempts" USING btree ("user_id","created_at") WHERE "attempts"."mode" = 'training';--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "trimmed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "attempts_untrimmed" ON "attempts" USING btree ("purchase_id","created_at") WHERE "attempts"."mode" = 'training' and "attempts"."state" = 'graded' and "attempts"."trimmed_at" is null;--> statement-breakpoint
ALTER TABLE "results" ADD COLUMN "elapsed_seconds" integer;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "link_clock" jsonb;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "send_before" timestamp with time zone;--> statement-breakpoint
-- A result's review may be let go of (an old training's); nothing else of a result ever changes.
CREATE FUNCTION refuse_change_of_result() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.review IS NOT NULL AND NEW.review IS NULL AND to_jsonb(NEW) - 'review' = to_jsonb(OLD) - 'review' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'results is append-only' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
DROP TRIGGER results_append_only ON results;
--> statement-breakpoint
CREATE TRIGGER results_append_only BEFORE UPDATE ON results FOR EACH ROW EXECUTE FUNCTION refuse_change_of_result();
