CREATE INDEX "attempts_owed_a_grade" ON "attempts" USING btree ("submitted_at") WHERE "attempts"."state" = 'failed' and "attempts"."failure" in ('results_expired', 'results_failed');
