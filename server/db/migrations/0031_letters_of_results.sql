ALTER TABLE "mails" ADD COLUMN "send_after" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "result_of" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "mails_result_of" ON "mails" USING btree ("result_of") WHERE "mails"."result_of" is not null;