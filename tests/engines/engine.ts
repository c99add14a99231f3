import type { Part } from './part.ts'

/** A kind of browser that stories can be played in. */
export interface Engine {
  name: string
  /** The environment variable that names its program; unset where the engine was not found. */
  foundBy: string
  /** Opens a window of a phone's size on a profile: a folder that outlives the browser. */
  open(profile: string): Promise<EngineWindow>
}

/** A browser with one window, driven from outside: presses and keys are the engine's own, not made by a script. */
export interface EngineWindow {
  /** Loads an address; rejects where nothing came that could be shown. */
  goTo(url: string): Promise<void>
  reload(): Promise<void>
  /** Whether there is something of the kind to see. */
  shows(part: Part): Promise<boolean>
  /** Presses what a person would press. False where there is nothing of the kind, or it cannot be pressed now. */
  press(part: Part): Promise<boolean>
  /** Types at the end of a field. False where there is no such field. */
  type(part: Part, text: string): Promise<boolean>
  /** Runs a function of its own in the page; arguments and result travel as JSON. */
  evaluate<Args extends readonly unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
  /** A PNG of what is seen. */
  screenshot(): Promise<Uint8Array>
  /** SIGKILL to all of the browser's processes, as when the system runs out of memory. */
  kill(): Promise<void>
}
