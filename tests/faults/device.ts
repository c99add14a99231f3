import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { type KillableBrowser, startKillableBrowser } from '../support/killable-browser.ts'
import { quietChromium } from '../support/quiet-chromium.ts'
import { type FaultProxy, openFaultProxy } from './fault-proxy.ts'

const browserArguments = [...quietChromium, '--window-size=390,844']

/** A phone: one browser profile that outlives its browser, with its own way to the site. */
export interface Device {
  proxy: FaultProxy
  /** The tab that the person looks at; the others are hidden. */
  front: Page | null
  /** Opens a tab. Starts the browser again if it was killed. */
  openTab(): Promise<Page>
  /** Sends SIGKILL to all of the browser's processes. Its tabs are gone. */
  kill(): Promise<void>
  /** Removes everything; may be called again. No tab opens afterwards. */
  discard(): Promise<void>
}

export async function unpackDevice(target: () => string | null): Promise<Device> {
  const proxy = await openFaultProxy(target)
  const profile = await mkdtemp(path.join(tmpdir(), 'fault-profile-'))
  let running: KillableBrowser | null = null
  let discarding: Promise<void> | null = null

  async function kill() {
    const dying = running
    running = null
    await dying?.kill()
  }
  async function destroy() {
    await kill()
    await proxy.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  return {
    proxy,
    front: null,
    async openTab() {
      if (discarding !== null) throw new Error('this device is no more')
      running ??= await startKillableBrowser(profile, browserArguments)
      const page = await running.browser.contexts()[0]!.newPage()
      page.setDefaultTimeout(4_000)
      // The guard of an exam asks before a page is left. A person who leaves presses «leave».
      page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))
      return page
    },
    kill,
    discard: () => (discarding ??= destroy()),
  }
}
