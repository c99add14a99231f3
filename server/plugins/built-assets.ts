import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, lt, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { builtAssets } from '../db/schema/site.ts'

const contentTypes: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
}

/**
 * Stores the hashed assets of this build and deletes those that no build had for 30 days: a tab that was opened before a deploy
 * finds its chunks on every process. Runs at the start and daily, so the next release finds an old process's files young.
 */
export async function rememberAssets(db: Database, distDir: string): Promise<void> {
  const folder = join(distDir, 'assets')
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const contentType = contentTypes[name.split('.').at(-1) ?? '']
    if (contentType === undefined) continue
    const known = await db
      .update(builtAssets)
      .set({ lastBuiltAt: sql`now()` })
      .where(eq(builtAssets.path, name))
      .returning({ path: builtAssets.path })
    if (known.length > 0) continue
    const bytes = await readFile(join(folder, name))
    await db.insert(builtAssets).values({ path: name, contentType, bytes }).onConflictDoNothing()
  }
  await db.delete(builtAssets).where(lt(builtAssets.lastBuiltAt, sql`now() - interval '30 days'`))
}

/** An asset of an earlier build, or undefined. */
export async function findAsset(
  db: Database,
  name: string,
): Promise<{ bytes: Buffer; contentType: string } | undefined> {
  const [row] = await db
    .select({ bytes: builtAssets.bytes, contentType: builtAssets.contentType })
    .from(builtAssets)
    .where(eq(builtAssets.path, name))
  return row
}
