import { queryOptions } from '@tanstack/react-query'
import {
  beginPractice,
  type Practice,
  type PracticeKey,
  readPracticeChoice,
  readPracticeKeys,
  type Verdict,
} from '#contract/practice.ts'
import { sendFromWindow } from '../../../session/send-from-window.ts'
import { withTimeout } from '../../../concurrency/with-timeout.ts'
import { buildOfPage } from '../../../pwa/build-of-page.ts'
import { ApiError, unreachable, whereKnown } from '../../../http/api-error.ts'
import { tryTimeoutMs } from '../../../http/send.ts'
import { sessionRequest } from '../../../session/session-request.ts'
import { currentUserId } from '../../../session/session-state.ts'
import type { PracticeRequest } from '../practice-request.ts'
import { deliverBeforeNext } from './deliver-practices.ts'
import { keepCopy, readCopy } from './practice-copy.ts'

interface PracticeAddress {
  ownerId: string
  purchaseId: string
  startKey: string
  request: PracticeRequest
}

/** How long the page waits for the server where a copy is here. */
const serverTimeoutMs = 3_000

/** Limits of our own calls. They are idempotent and find the same practice again, so a call whose reply is lost is repeated. */
const limitedBy = (signal: AbortSignal) => ({ signal, timeout: tryTimeoutMs })

/** Another practice may not begin yet. It would end a practice whose answers are here alone, and the server takes none later. */
export class AnswersWait extends Error {
  override readonly name = 'AnswersWait'
}

/**
 * A practice. The first ask begins it, and the same start key finds it again. Where the server does not answer, the copy of this
 * browser is used. Verdicts are written into the query's data. Rejects with `AnswersWait`, or as the call does.
 */
export const practiceQuery = (address: PracticeAddress) =>
  queryOptions({
    queryKey: ['practice', address.purchaseId, address.startKey],
    queryFn: async ({ signal }) => {
      const copy = await readCopy(address)
      if (copy === undefined) return beginNext(address, signal)
      try {
        return await withTimeout(begin(address, signal), serverTimeoutMs)
      } catch (error) {
        if (error instanceof ApiError && unreachable(error) === null) throw error
        return copy.practice
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Begins a practice that has no copy here. It may end the last one, so the waiting answers are sent first. */
async function beginNext(address: PracticeAddress, signal: AbortSignal): Promise<Practice> {
  const isAllThere = await deliverBeforeNext(address, {
    send: sendFromWindow,
    ownerId: currentUserId,
    build: buildOfPage(),
  })
  if (!isAllThere && !(await isOpenThere(address, signal))) throw new AnswersWait()
  return begin(address, signal)
}

/** Whether the server began this practice before, for example on another device. Then opening it ends no other practice. */
async function isOpenThere({ purchaseId, startKey }: PracticeAddress, signal: AbortSignal): Promise<boolean> {
  const call = sessionRequest(readPracticeChoice, { params: { id: purchaseId } }, limitedBy(signal))
  const choice = await call.catch(() => null)
  return choice?.open?.start_key === startKey
}

async function begin(address: PracticeAddress, signal: AbortSignal): Promise<Practice> {
  const { purchaseId, startKey, request } = address
  const only =
    request.only === 'mistakes' ? { mistakes: true } : request.only === null ? undefined : { kind: request.only.kind }
  const body = { start_key: startKey, size: request.size, ...only }
  const practice = await sessionRequest(beginPractice, { params: { id: purchaseId }, body }, limitedBy(signal))
  // The server may have nothing more of a practice that is over; then the copy stays as it is.
  if (practice.questions.length > 0) await keepCopy(address, { practice })
  return practice
}

/** The interval between asks for missing keys. Whether the browser calls itself online does not matter. */
const keysAgainMs = 30_000

/** The keys of a practice, asked for until they come, then kept: no network is needed then. Null where the server gives none. */
export const practiceKeysQuery = (address: PracticeAddress, attemptId: string) =>
  queryOptions({
    queryKey: ['practice-keys', address.purchaseId, address.startKey],
    queryFn: async ({ signal }): Promise<readonly PracticeKey[] | null> => {
      const copy = await readCopy(address)
      if (copy?.keys) return copy.keys
      const call = { params: { id: address.purchaseId }, body: { attempt_id: attemptId } }
      const reply = await whereKnown<{ keys: PracticeKey[] } | null>(
        sessionRequest(readPracticeKeys, call, limitedBy(signal)),
        null,
      )
      if (!reply?.keys.length) return null
      await keepCopy(address, { keys: reply.keys })
      return reply.keys
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Keys that have come are never stale, so only missing keys are asked for again.
    refetchOnReconnect: true,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data === undefined ? keysAgainMs : false),
  })

/** The practice with this verdict. The first verdict of a question stays. */
export function withVerdict(practice: Practice, verdict: Verdict): Practice {
  if (practice.verdicts.some(({ question_id }) => question_id === verdict.question_id)) return practice
  return { ...practice, verdicts: [...practice.verdicts, verdict] }
}

/** The index of the first question without a verdict; of the last question if all have one. */
export function firstOpen({ questions, verdicts }: Practice): number {
  const answered = new Set(verdicts.map(({ question_id }) => question_id))
  const place = questions.findIndex(({ id }) => !answered.has(id))
  return place === -1 ? questions.length - 1 : place
}
