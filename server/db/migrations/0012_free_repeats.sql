-- The attempt whose withheld score gave the grant; null of an operator's. No reference: both go with their purchase.
ALTER TABLE "exam_grants" ADD COLUMN "attempt_id" uuid;
--> statement-breakpoint
-- Once a purchase, whatever runs at the same time.
CREATE UNIQUE INDEX "exam_grants_free_repeat" ON "exam_grants" USING btree ("purchase_id") WHERE "exam_grants"."attempt_id" is not null;
