-- What is deleted by its age is found by it: a few old rows among millions, every hour.
CREATE INDEX "feedback_messages_old" ON "feedback_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mails_old" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notifications_old" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "refresh_families_over" ON "refresh_families" USING btree (coalesce("revoked_at", "expires_at"));--> statement-breakpoint
CREATE INDEX "one_time_tokens_over" ON "one_time_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "users_unconfirmed" ON "users" USING btree ("created_at") WHERE not "is_verified" and "closed_at" is null and "erased_at" is null;--> statement-breakpoint
-- Names given before they were refused: without the characters that turn the direction of writing, or break the line.
UPDATE "users" SET
  "first_name" = regexp_replace("first_name", '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]', '', 'g'),
  "last_name" = regexp_replace("last_name", '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]', '', 'g')
WHERE "first_name" || "last_name" ~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]';
