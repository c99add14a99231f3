import type { QueryClient } from '@tanstack/react-query'
import type { Send } from '../../http/send.ts'
import type { Locks } from '../../concurrency/with-lock.ts'
import type { DeviceTime } from '../machine/clock.ts'
import type { Mode } from '../machine/attempt-row.ts'
import type { AttemptCalls } from './calls.ts'

/** Everything of the world that an exam touches, beside its storage. */
export interface AttemptPorts {
  readonly mode: Mode
  readonly ownerId: string
  readonly purchaseId: string
  readonly calls: AttemptCalls
  readonly send: Send
  readonly queryClient: QueryClient
  readonly readDevice: () => DeviceTime
  readonly random: () => number
  readonly newId: () => string
  readonly hidden: () => boolean
  readonly locks: Locks
  /** A mistake of ours, or a storage that does not work: nothing that a person could act on. */
  readonly report: (error: unknown) => void
}
