import { useEffect, useState } from 'react'
import type { AttemptView } from '../control/view.ts'
import { keepingTrouble, type KeepingTrouble, pendingEvents } from '../machine/answers.ts'
import type { Answering, Submitting } from '../machine/state.ts'
import type { OwnAnswers } from '../submissions/answers-file.ts'
import { submissionBody } from '../machine/submission.ts'
import { type BriefTitle, examTexts, storageTexts } from '../../messages/exam.ts'

/**
 * Where the person's work is if this browser's storage did not take it. The screens learn of it only here. page-only: on this
 * page alone, so closing it loses the work · server-only: the server has all of it. A memory-only page writes nothing to the
 * disk: the server's acknowledgements decide between the two.
 */
export function troubleOf({
  stage,
  state,
  isMemoryOnly,
  isSubmissionInMemory,
}: Pick<AttemptView, 'stage' | 'state' | 'isMemoryOnly' | 'isSubmissionInMemory'>): KeepingTrouble {
  if (stage !== 'running') return 'none'
  if (state.phase === 'submitting') return isSubmissionInMemory ? 'page-only' : 'none'
  if (state.phase !== 'answering') return 'none'
  const trouble = keepingTrouble(state.answers)
  return trouble === 'none' && isMemoryOnly ? 'server-only' : trouble
}

/** Whether closing the page would lose what was answered. */
export const isOnlyHere = (view: Parameters<typeof troubleOf>[0]): boolean => troubleOf(view) === 'page-only'

/** What to say of a submission that only this page has: the server's refusal, if any, and what can be done. */
export function onlyHereSentence({ memoryOnlyRefusal: reason }: Pick<AttemptView, 'memoryOnlyRefusal'>): string {
  if (reason === null) return examTexts.submittingUnkept
  return [reason, storageTexts.unkeptRefused].filter((text) => text !== '').join(' ')
}

/** After this time answers that no server has are in danger, and a notice says so. */
const longOnDeviceMs = 60_000
/** A single failed try is repeated, and the line below the question already says so. */
const graceMs = 4_000

export interface WaitingAnswers {
  /** page-only: no storage has them either · device-only: for long already · not-arriving: the tries to send them fail */
  readonly kind: 'page-only' | 'device-only' | 'not-arriving'
  readonly questionIds: readonly string[]
}

export function sayingOf(
  { kind }: Pick<WaitingAnswers, 'kind'>,
  { reached }: Pick<AttemptView, 'reached'>,
): { title: BriefTitle; text: string; isDanger: boolean; offersFile: boolean } {
  if (kind === 'page-only')
    return { title: examTexts.pageOnlyTitle, text: examTexts.pageOnly, isDanger: true, offersFile: true }
  if (kind === 'device-only')
    return { title: examTexts.deviceOnlyTitle, text: examTexts.deviceOnly, isDanger: false, offersFile: true }
  const [title, text] =
    reached === true
      ? [examTexts.refusingTitle, examTexts.refusingNotice]
      : [examTexts.offlineTitle, examTexts.offlineNotice]
  return { title, text, isDanger: false, offersFile: false }
}

/** The answers given here that the server lacks, from the moment at which the person should know; null before. */
export function useWaitingAnswers(
  state: Answering,
  view: Pick<AttemptView, 'stage' | 'reached' | 'nextTryAt' | 'isMemoryOnly' | 'isSubmissionInMemory'>,
): WaitingAnswers | null {
  const { answers, paper, writer } = state
  const trouble = troubleOf({ ...view, state })
  const questionIds = pendingEvents(answers).map((event) => event.question_id)
  const isWaiting = paper.attemptInfo.ticket !== null && questionIds.length > 0
  const isLong = useLasting(isWaiting, longOnDeviceMs)
  const isFailing = useLasting(isWaiting && view.nextTryAt !== null, graceMs)
  const isNowhereForLong = useLasting(trouble === 'page-only', graceMs)

  if (writer !== 'here') return null
  if (trouble === 'page-only')
    return isNowhereForLong || view.reached === false ? { kind: 'page-only', questionIds } : null
  if (isLong) return { kind: 'device-only', questionIds }
  return isFailing && trouble === 'none' ? { kind: 'not-arriving', questionIds } : null
}

/** True once `isTrue` has been true for this long without a break (milliseconds); false immediately when it ends. */
export function useLasting(isTrue: boolean, duration: number): boolean {
  const [hasLasted, setLasted] = useState(false)
  useEffect(() => {
    if (!isTrue) return
    const timer = setTimeout(() => setLasted(true), duration)
    return () => {
      clearTimeout(timer)
      setLasted(false)
    }
  }, [isTrue, duration])
  return isTrue && hasLasted
}

/** The answers of an attempt as they would be submitted now, for a file that the person keeps. */
export function ownFile({ paper, answers }: Answering | Submitting, purchaseId: string): OwnAnswers {
  const { attemptInfo, test } = paper
  return {
    title: test?.title ?? '',
    purchaseId,
    attemptId: attemptInfo.attemptId,
    body: submissionBody(attemptInfo, answers),
  }
}
