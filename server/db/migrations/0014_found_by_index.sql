CREATE INDEX "feedback_messages_user" ON "feedback_messages" USING btree ("user_id") WHERE "feedback_messages"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "feedback_messages_email" ON "feedback_messages" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "letter_requests_old" ON "letter_requests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mails_to" ON "mails" USING btree (lower("to_address"));--> statement-breakpoint
CREATE INDEX "mails_reply_to" ON "mails" USING btree (lower("reply_to")) WHERE "mails"."reply_to" is not null;--> statement-breakpoint
CREATE INDEX "mails_subject_end" ON "mails" USING btree (split_part(lower("subject"), ' ', -1)) WHERE "mails"."user_id" is null;--> statement-breakpoint
CREATE INDEX "orders_at_provider" ON "orders" USING btree ("provider","created_at") WHERE "orders"."checkout" is not null;
