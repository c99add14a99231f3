import type { Device } from './device.ts'
import type { EngineWindow } from './engine.ts'
import { eventually } from './eventually.ts'
import type { Part, Role } from './part.ts'
import type { Way } from './way.ts'

/** A person with a device who uses a separate address of the site. Every action waits for its effect. */
export class Visitor {
  readonly way: Way
  readonly #device: Device

  constructor(device: Device, way: Way) {
    this.#device = device
    this.way = way
  }

  async open(path: string): Promise<void> {
    const window = await this.#device.window()
    await window.goTo(this.way.origin + path)
  }

  async reload(): Promise<void> {
    await (await this.#device.window()).reload()
  }

  /** `name`: a regular expression for the whole name. */
  press(role: Role, name?: string, nth?: number): Promise<void> {
    const part = partOf(role, name, nth)
    return this.#eventually(`${role} «${name ?? nth}» to press`, (window) => window.press(part))
  }

  fill(name: string, text: string): Promise<void> {
    const part = partOf('textbox', name)
    return this.#eventually(`field «${name}»`, (window) => window.type(part, text))
  }

  sees(text: string | RegExp): Promise<void> {
    const wanted = typeof text === 'string' ? (seen: string) => seen.includes(text) : (seen: string) => text.test(seen)
    return this.#eventually(`«${text}» to see`, async (window) => wanted(await window.evaluate(readText)))
  }

  seesPart(role: Role, name?: string, nth?: number): Promise<void> {
    const part = partOf(role, name, nth)
    return this.#eventually(`${role} «${name ?? nth}» to see`, (window) => window.shows(part))
  }

  async choose(nth: number, saved: string): Promise<void> {
    await this.press('radio', undefined, nth)
    await this.isChosen(nth)
    await this.sees(saved)
  }

  isChosen(nth: number): Promise<void> {
    return this.#eventually(`chosen option ${nth}`, (window) =>
      window.evaluate((index) => document.querySelectorAll<HTMLInputElement>('input[type=radio]')[index]!.checked, nth),
    )
  }

  isAt(path: string): Promise<void> {
    const wanted = this.way.origin + path
    const isThere = async (window: EngineWindow) =>
      (await window.evaluate(() => location.origin + location.pathname)) === wanted
    return this.#eventually(`page ${path}`, isThere)
  }

  /** Waits until a function in the page returns true. */
  finds(wanted: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
    return this.#eventually(wanted, (window) => window.evaluate(isTrue))
  }

  async evaluate<Args extends readonly unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result> {
    return (await this.#device.window()).evaluate(work, ...args)
  }

  killBrowser(): Promise<void> {
    return this.#device.kill()
  }

  async #eventually(wanted: string, isTrue: (window: EngineWindow) => Promise<boolean>): Promise<void> {
    const window = await this.#device.window()
    const clues = async () => {
      const [address, text] = [await window.evaluate(() => location.href), await window.evaluate(readText)]
      return [`${address}: ${text}`, 'last calls:', ...this.way.lastCalls()].join('\n')
    }
    await eventually(wanted, () => isTrue(window), clues)
  }
}

const partOf = (role: Role, name?: string, nth?: number): Part => ({
  role,
  ...(name !== undefined && { name }),
  ...(nth !== undefined && { nth }),
})

const readText = () => document.body.innerText.replace(/\s+/g, ' ')
