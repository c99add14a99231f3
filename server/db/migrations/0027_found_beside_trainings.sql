-- Exams are few and trainings have no end: each is found without walking over the other. No row is rewritten.
DROP INDEX "attempts_trainings";--> statement-breakpoint
DROP INDEX "attempts_purchase";--> statement-breakpoint
DROP INDEX "attempts_user";--> statement-breakpoint
CREATE INDEX "attempts_graded" ON "attempts" USING btree ("purchase_id","submitted_at","id") WHERE "attempts"."state" = 'graded';--> statement-breakpoint
CREATE INDEX "attempts_purchase" ON "attempts" USING btree ("purchase_id","mode","created_at");--> statement-breakpoint
CREATE INDEX "attempts_user" ON "attempts" USING btree ("user_id","created_at");
