import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Engine, EngineWindow } from './engine.ts'
import { findPart, type Part } from './part.ts'
import { type ProcessGroup, startGroup } from './process-group.ts'
import { startVirtualDisplay } from './virtual-display.ts'
import { type ElementReference, WebDriverSession } from './web-driver.ts'
import { freePort } from '../support/free-port.ts'

const browser = path.join(import.meta.dirname, 'webkit-browser.py')

/** WebKitGTK by WebDriver, in our own browser, on a virtual display. */
export const webkit: Engine = {
  name: 'WebKitGTK',
  foundBy: 'WEBKIT_DRIVER_PATH',
  async open(profile) {
    const display = await startVirtualDisplay()
    const port = await freePort()
    const driver = startGroup(process.env.WEBKIT_DRIVER_PATH!, [`--port=${port}`, '--host=127.0.0.1'], {
      env: { DISPLAY: display.name },
    })
    const kill = async () => {
      await driver.kill()
      await display.stop()
    }
    try {
      await listens(port, driver)
      const session = await WebDriverSession.start(`http://127.0.0.1:${port}`, {
        'webkitgtk:browserOptions': { binary: '/usr/bin/python3', args: [browser, profile] },
      })
      return windowOf(session, kill)
    } catch (error) {
      await kill()
      throw error
    }
  },
}

function windowOf(session: WebDriverSession, kill: () => Promise<void>): EngineWindow {
  return {
    goTo: async (url) => void (await session.goTo(url)),
    reload: async () => void (await session.refresh()),
    shows: async (part) => (await call(session, findPart, [part])) !== null,
    press: (part) => withElement(session, part, (element) => session.click(element)),
    type: (part, text) => withElement(session, part, (element) => session.type(element, text)),
    evaluate: (work, ...args) => call(session, work, args) as never,
    screenshot: async () => Buffer.from(await session.screenshot(), 'base64'),
    kill,
  }
}

async function withElement(
  session: WebDriverSession,
  part: Part,
  act: (element: ElementReference) => Promise<unknown>,
): Promise<boolean> {
  const element = (await call(session, findPart, [part])) as ElementReference | null
  if (element === null) return false
  // On a page with a scroll-padding, the driver's own scrolling loses its target.
  await call(session, bringIntoView, [element])
  await act(element)
  return true
}

const bringIntoView = (element: HTMLElement) => element.scrollIntoView({ block: 'center', behavior: 'instant' })

/** Result of a function in the page, or of its promise. An element comes as a reference. */
async function call(session: WebDriverSession, work: (...args: never[]) => unknown, args: readonly unknown[]) {
  const body = `
    const answer = arguments[arguments.length - 1]
    const given = [].slice.call(arguments, 0, -1)
    Promise.resolve()
      .then(() => (${work})(...given))
      .then((value) => answer({ value }), (error) => answer({ error: String(error) }))`
  const { value, error } = await session.callAsync<{ value?: unknown; error?: string }>(body, args)
  if (error !== undefined) throw new Error(`in the page: ${error}`)
  return value
}

async function listens(port: number, driver: ProcessGroup): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => null)
    if (answer?.ok) return
    if (driver.child.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${driver.child.exitCode}`)
    await pause(50)
  }
  throw new Error('WebKitWebDriver does not answer')
}
