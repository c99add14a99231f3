import type { PageEvent, PageState } from '../machine/page-state.ts'
import type { AttemptPorts } from './ports.ts'

export type Emit = (event: PageEvent) => void

/** What an effect has of its page. */
export interface AttemptContext {
  readonly ports: AttemptPorts
  readonly page: () => PageState
  /** As long as the page lives, whatever becomes of the effect that has begun it. */
  readonly emit: Emit
  /** Called after each change of the page. Returns how to stop listening. */
  readonly onChange: (listener: () => void) => () => void
  /** Called when the network or the person came back. Returns how to stop listening. */
  readonly onWake: (listener: () => void) => () => void
  /** Resolves when this holds of the page, or after so many milliseconds. */
  readonly until: (holds: (page: PageState) => boolean, timeoutMs: number) => Promise<void>
}
