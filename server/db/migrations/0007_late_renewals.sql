ALTER TABLE "refresh_families" ADD COLUMN "recent_renewals" jsonb DEFAULT '[]'::jsonb NOT NULL;
