DROP INDEX "attempts_trainings";--> statement-breakpoint
CREATE INDEX "attempts_trainings" ON "attempts" USING btree ("user_id","created_at") WHERE "attempts"."mode" <> 'exam';--> statement-breakpoint
DROP INDEX "attempts_untrimmed";--> statement-breakpoint
CREATE INDEX "attempts_untrimmed" ON "attempts" USING btree ("purchase_id","mode","created_at") WHERE "attempts"."mode" <> 'exam' and "attempts"."state" = 'graded' and "attempts"."trimmed_at" is null;
