ALTER TABLE "purchases" ADD COLUMN "end_told_days" integer;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "reply_to" text;--> statement-breakpoint
CREATE INDEX "purchases_ending" ON "purchases" USING btree ("expires_at") WHERE "purchases"."live";--> statement-breakpoint
CREATE INDEX "purchases_unpaid" ON "purchases" USING btree ("created_at") WHERE "purchases"."status" = 'pending';