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

/** How long the server is waited for where the practice is kept here. */
const serverTimeoutMs = 3_000

/**
 * Under its key each of these calls finds the same practice again: a reply that was lost is asked for again, and nobody waits for it
 * without end. No call of the specification's.
 */
const limitedBy = (signal: AbortSignal) => ({ signal, timeout: tryTimeoutMs })

/** Another practice may not begin yet: it would end one whose answers are here and not on the server, which takes none later. */
export class AnswersWait extends Error {
  override readonly name = 'AnswersWait'
}

/**
 * A practice, begun by the first ask; the same key finds it again. Where the server does not answer, it is what this browser
 * has kept of it. What is answered in it is written into what was read. Rejects with `AnswersWait`, or as the call does.
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

/** Of a practice that is not known here, and that may be the next one: nothing of the last one is to be lost by it. */
async function beginNext(address: PracticeAddress, signal: AbortSignal): Promise<Practice> {
  const isAllThere = await deliverBeforeNext(address, {
    send: sendFromWindow,
    ownerId: currentUserId,
    build: buildOfPage(),
  })
  if (!isAllThere && !(await isOpenThere(address, signal))) throw new AnswersWait()
  return begin(address, signal)
}

/** The server has begun this one before, on another device say, and ends no other for it. */
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
  // Of one that is over there may be nothing more to tell than what is kept here.
  if (practice.questions.length > 0) await keepCopy(address, { practice })
  return practice
}

/** As long as there are no keys they are asked for this often: what the browser calls online gates nothing. */
const keysAgainMs = 30_000

/**
 * The keys of a practice, asked for until they are here, and kept: with them it continues without a network. null where the server gives
 * none.
 */
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
    // Of what there is nothing is stale, so that only what never came is asked for again.
    refetchOnReconnect: true,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data === undefined ? keysAgainMs : false),
  })

/** A practice in which this was answered. The first verdict of a question stays. */
export function withVerdict(practice: Practice, verdict: Verdict): Practice {
  if (practice.verdicts.some(({ question_id }) => question_id === verdict.question_id)) return practice
  return { ...practice, verdicts: [...practice.verdicts, verdict] }
}

/** The place of the first question that waits for an answer; of the last one where none does. */
export function firstOpen({ questions, verdicts }: Practice): number {
  const answered = new Set(verdicts.map(({ question_id }) => question_id))
  const place = questions.findIndex(({ id }) => !answered.has(id))
  return place === -1 ? questions.length - 1 : place
}
