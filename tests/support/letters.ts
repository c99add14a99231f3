import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { oneTimeTokens } from '../../server/db/schema/accounts.ts'
import type { TestServer } from './build-server.ts'
import { until } from './sitting.ts'

/** Every letter to an address so far, the oldest first, as the default transport wrote them. */
export async function lettersTo(server: TestServer, address: string): Promise<string[]> {
  const { mail } = server.config
  if (mail.kind !== 'files') throw new Error('mail goes elsewhere')
  const names = (await readdir(mail.folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  const letters = await Promise.all(names.map((name) => readFile(path.join(mail.folder, name), 'utf8')))
  return letters.filter((letter) => letter.includes(`\r\nTo: ${address}\r\n`))
}

/** Waits for a letter to this address that holds `text`, and gives the newest such one. */
export async function letterTo(server: TestServer, address: string, text: string): Promise<string> {
  let letter: string | undefined
  await until(async () => {
    letter = (await lettersTo(server, address)).findLast((each) => each.includes(text))
    return letter !== undefined
  })
  return letter!
}

/** Lets the time of every link, code and proof of this account run out. */
export async function letLinksExpire({ services }: TestServer, userId: string): Promise<void> {
  const past = { expiresAt: sql`now() - interval '1 second'` }
  await services.db.update(oneTimeTokens).set(past).where(eq(oneTimeTokens.userId, userId))
}

/** Waits for a letter with a link to `/page/uid/token`, and gives its two parts as the calls take them. */
export async function linkIn(
  server: TestServer,
  address: string,
  page: string,
): Promise<{ uid: string; token: string }> {
  const letter = await letterTo(server, address, `/${page}/`)
  const [, uid, token] = new RegExp(`/${page}/([\\w-]+)/([\\w-]+)\r\n`).exec(letter)!
  return { uid: uid!, token: token! }
}
