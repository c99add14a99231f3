import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Browser, chromium } from '@playwright/test'

/** A separate Chromium on a profile that outlives it. */
export interface KillableBrowser {
  browser: Browser
  /** Kills the browser as an out-of-memory kill or a lost battery does: no page is asked, nothing is flushed. */
  kill(): Promise<void>
}

/** Starts a browser whose processes the test may kill: Playwright's own launcher does not tell their ids. */
export async function startKillableBrowser(profile: string, args: readonly string[] = []): Promise<KillableBrowser> {
  const child = spawn(
    process.env.CHROMIUM_PATH ?? chromium.executablePath(),
    ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, ...args, 'about:blank'],
    // It has its own process group, so that the browser's helper processes die with it.
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const killAll = () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL')
  }
  // In its own group it would outlive an interrupted test run.
  process.once('exit', killAll)
  child.once('exit', () => process.off('exit', killAll))
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const found = /DevTools listening on (ws:\S+)/.exec(said)
      if (found !== null) resolve(found[1]!)
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`the browser ended at once: ${said}`)))
  })
  const browser = await chromium.connectOverCDP(address)
  return {
    browser,
    kill: async () => {
      // Playwright must notice the death before the test ends: it would ask a dead browser for its trace.
      const heard = new Promise<void>((resolve) => {
        if (!browser.isConnected()) return resolve()
        browser.once('disconnected', () => resolve())
      })
      const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null
      killAll()
      await Promise.all([gone, heard])
    },
  }
}
