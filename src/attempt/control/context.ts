import type { AttemptEvent } from '../machine/state.ts'
import type { AttemptPorts } from './ports.ts'
import type { AttemptTime } from './time.ts'
import type { AttemptTiming } from './timing.ts'
import type { AttemptView } from './view.ts'
import type { PageAttempt } from './page-attempt.ts'

/**
 * What the parts of a running exam share: where it is, and how to say that something happened. No part is reached through it: what
 * a part does with another one it is given when it is made, so that these calls run in one direction.
 */
export interface AttemptContext {
  readonly ports: AttemptPorts
  readonly time: AttemptTime
  readonly timing: AttemptTiming
  readonly attempt: PageAttempt
  readonly view: () => AttemptView
  readonly show: (change: Partial<AttemptView>) => void
  readonly dispatch: (event: AttemptEvent) => void
  readonly isStopped: () => boolean
}
