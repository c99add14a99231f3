import type { QueryClient } from '@tanstack/react-query'
import type { Send } from '../../http/send.ts'
import type { Locks } from '../../concurrency/with-lock.ts'
import type { DeviceTime } from '../machine/clock.ts'
import type { Mode } from '../machine/rows.ts'
import type { ExamMeta, ExamStatus } from '#contract/exam.ts'
import type { Reply } from '../../http/reply.ts'
import type { PageEvent, PageState } from '../machine/page-state.ts'

/** The calls of an exam. A failed call is a value. */
export interface AttemptCalls {
  /** Opens an attempt under `startKey`, or with null returns the open one. `timeoutMs` null: no limit, a person waits (S7.04). */
  readonly open: (purchaseId: string, startKey: string | null, timeoutMs: number | null) => Promise<Reply<ExamMeta>>
  readonly fetchPaper: (purchaseId: string, cacheKey: string) => Promise<Reply<ExamMeta>>
  readonly buildStatus: (purchaseId: string) => Promise<Reply<ExamStatus>>
}

/** Everything of the world that an exam touches, except its storage. */
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
  /** Takes an error that a person cannot act on: a bug of ours, or a storage that fails. */
  readonly report: (error: unknown) => void
}

export type Emit = (event: PageEvent) => void

/** What an effect gets from its page. */
export interface AttemptContext {
  readonly ports: AttemptPorts
  readonly page: () => PageState
  /** Sends an event to the page. A live page takes it even after the effect that sent it has ended. */
  readonly emit: Emit
  /** Calls `listener` after each change of the page. Returns how to stop listening. */
  readonly onChange: (listener: () => void) => () => void
  /** Calls `listener` when the network or the person came back. Returns how to stop listening. */
  readonly onWake: (listener: () => void) => () => void
  /** Resolves when the condition holds of the page, or after `timeoutMs`. */
  readonly until: (condition: (page: PageState) => boolean, timeoutMs: number) => Promise<void>
}
