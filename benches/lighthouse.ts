/** `npm run lighthouse`: Lighthouse's mobile preset over the build. Prints scores and imperfect audits; asserts nothing. */
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { startTestServer } from '../tests/support/build-server.ts'

type Lighthouse = (
  url: string,
  flags: { port: number; onlyCategories: string[]; logLevel: 'error' },
) => Promise<
  { lhr: { categories: Record<string, { score: number | null }>; audits: Record<string, Audit> } } | undefined
>
interface Audit {
  title: string
  score: number | null
  scoreDisplayMode: string
  displayValue?: string
}

/** From a separate package, which only `npm run lighthouse` installs. */
const tools = createRequire(path.join(import.meta.dirname, '../tools/package.json'))
const { default: lighthouse }: { default: Lighthouse } = await import(pathToFileURL(tools.resolve('lighthouse')).href)

const pages = ['/', '/examples', '/login']
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

const server = await startTestServer()
const port = await freePort()
const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
  args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
})
try {
  console.log(['page'.padEnd(12), ...categories.map((name) => name.padStart(15))].join(''))
  for (const page of pages) await judge(page)
} finally {
  await browser.close()
  await server.close()
}

async function judge(page: string): Promise<void> {
  const run = await lighthouse(server.origin + page, { port, onlyCategories: [...categories], logLevel: 'error' })
  if (run === undefined) throw new Error(`Lighthouse said nothing of ${page}`)
  const { lhr } = run
  const scores = categories.map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100))
  console.log([page.padEnd(12), ...scores.map((score) => String(score).padStart(15))].join(''))
  for (const { title, score, scoreDisplayMode, displayValue = '' } of Object.values(lhr.audits)) {
    if (score === null || score === 1 || scoreDisplayMode === 'informative') continue
    console.log(`    ${String(Math.round(score * 100)).padStart(3)}  ${title} ${displayValue}`)
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => probe.once('listening', listening))
  const { port: free } = probe.address() as AddressInfo
  await new Promise((closed) => probe.close(closed))
  return free
}
