import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { decodeJwt, SignJWT } from 'jose'
import { refreshFamilies } from '../../server/db/schema/accounts.ts'
import { attempts } from '../../server/db/schema/attempts.ts'
import { type BrowserDump, dumpBrowser, restoreBrowser } from '../upgrade/browser-storage.ts'
import { moveTimes } from '../upgrade/move-times.ts'
import type { Person } from './person.ts'

const day = 86_400_000
const before = (moment: Date | null, days: number) => (moment === null ? null : new Date(moment.getTime() - days * day))

/**
 * Makes a person's exam, session and tokens `days` older. `page` must be the only one; it ends on robots.txt, without the site.
 */
export async function daysPass(page: Page, person: Person, days: number): Promise<void> {
  const { origin } = new URL(page.url())
  const kept = await dumpBrowser(page)
  await page.goto(`${origin}/robots.txt`)
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb,local_storage' })
  const older = moveTimes(kept, Date.now(), -days * day)
  await restoreBrowser(page, await withOldAccess(older, person, days))

  const { db } = person.server.services
  for (const row of await db.select().from(attempts).where(eq(attempts.userId, person.userId!))) {
    const moved = Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, value instanceof Date ? before(value, days) : value]),
    )
    await db.update(attempts).set(moved).where(eq(attempts.id, row.id))
  }
  for (const row of await db.select().from(refreshFamilies).where(eq(refreshFamilies.userId, person.userId!))) {
    const [createdAt, usedAt, expiresAt] = [row.createdAt, row.usedAt, row.expiresAt].map((at) => before(at, days)!)
    await db.update(refreshFamilies).set({ createdAt, usedAt, expiresAt }).where(eq(refreshFamilies.id, row.id))
  }
}

/** Replaces the access token by the same one, signed that many days ago. */
async function withOldAccess(kept: BrowserDump, person: Person, days: number): Promise<BrowserDump> {
  const { access } = kept.localStorage
  const claims = decodeJwt(access!)
  const then = (seconds: number | undefined) => seconds! - (days * day) / 1000
  const old = await new SignJWT({ ...claims, iat: then(claims.iat), exp: then(claims.exp) })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .sign(person.server.services.secrets.accessTokenKey)
  return JSON.parse(JSON.stringify(kept).replaceAll(access!, old)) as BrowserDump
}
