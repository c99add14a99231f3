import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { oneTimeTokens } from '../../server/db/schema/accounts.ts'
import type { TestServer } from './build-server.ts'
import { until } from './exam-calls.ts'

/** Reads every letter to an address so far, the oldest first, as the default transport wrote them. */
export async function lettersTo(server: TestServer, address: string): Promise<string[]> {
  const { mail } = server.config
  if (mail.kind !== 'files') throw new Error('mail goes elsewhere')
  const names = (await readdir(mail.folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  const letters = await Promise.all(names.map((name) => readFile(path.join(mail.folder, name), 'utf8')))
  return letters.filter((letter) => letter.includes(`\r\nTo: ${address}\r\n`))
}

/** Waits for a letter to this address that contains `text`, and returns the newest one. */
export async function letterTo(server: TestServer, address: string, text: string): Promise<string> {
  let letter: string | undefined
  await until(async () => {
    letter = (await lettersTo(server, address)).findLast((each) => each.includes(text))
    return letter !== undefined
  })
  return letter!
}

/** Makes every link, code and proof of this account expire. */
export async function letLinksExpire({ services }: TestServer, userId: string): Promise<void> {
  const past = { expiresAt: sql`now() - interval '1 second'` }
  await services.db.update(oneTimeTokens).set(past).where(eq(oneTimeTokens.userId, userId))
}

interface MailedLink {
  uid: string
  token: string
}

/**
 * Returns every link to `/page/uid/token` in the letters to an address so far, the oldest first, in the parts that calls
 * take. A letter that only names the page has none: the letter about a new password names `/reset-password/email`.
 */
export async function linksIn(server: TestServer, address: string, page: string): Promise<MailedLink[]> {
  const link = new RegExp(`/${page}/([\\w-]+)/([\\w-]+)\r\n`)
  return (await lettersTo(server, address)).flatMap((letter) => {
    const [, uid, token] = link.exec(letter) ?? []
    return uid === undefined || token === undefined ? [] : [{ uid, token }]
  })
}

/** Waits until an address has more such links than `before`, and returns the newest. */
export async function linkIn(server: TestServer, address: string, page: string, before = 0): Promise<MailedLink> {
  let links: MailedLink[] = []
  await until(async () => {
    links = await linksIn(server, address, page)
    return links.length > before
  })
  return links.at(-1)!
}
