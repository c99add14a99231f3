import type { Part } from './part.ts'

export interface Engine {
  name: string
  /** The environment variable that names the engine's program; unset if the engine was not found. */
  foundBy: string
  /** Opens a window of a phone's size with a profile: a folder that outlives the browser. */
  open(profile: string): Promise<EngineWindow>
}

/** A browser with one window, driven from outside. Presses and keys are the engine's own, not made by a script. */
export interface EngineWindow {
  /** Loads an address. Rejects if nothing came that can be shown. */
  goTo(url: string): Promise<void>
  reload(): Promise<void>
  /** Whether the page shows such a part. */
  shows(part: Part): Promise<boolean>
  /** Presses as a person does. False if there is no such part, or it cannot be pressed now. */
  press(part: Part): Promise<boolean>
  /** Types at the end of a field. False if there is no such field. */
  type(part: Part, text: string): Promise<boolean>
  /** Runs a self-contained function in the page. Arguments and result travel as JSON. */
  evaluate<Args extends readonly unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
  /** A PNG of the window. */
  screenshot(): Promise<Uint8Array>
  /** Sends SIGKILL to all of the browser's processes, as a system without memory does. */
  kill(): Promise<void>
}
