import { useEffect, useRef, useState } from 'react'
import { conflictsIn } from '../engine/answer-conflict.ts'
import type { Answering } from '../engine/exam-phase.ts'
import type { ExamRunner } from './exam-runner.ts'

/** The server's word on other devices is taken for new for this long. Milliseconds. */
const freshFor = 10_000

/** The numbers, from 1, of the questions to which two devices have given different answers. */
export function differingIn({ paper, book }: Pick<Answering, 'paper' | 'book'>): number[] {
  const conflicts = new Set(conflictsIn(book))
  return paper.questions.flatMap(({ id }, index) => (conflicts.has(id) ? [index + 1] : []))
}

interface InformedSubmit {
  /** The press, with the differing questions that were on the screen then. */
  submit: (shown: readonly number[]) => void
  /** A press waits for the server's word. */
  isPending: boolean
}

/**
 * Nobody hands in without having been told what another device answered: the server is asked when the dialog opens, a
 * press waits for its word, and is void where the word brings a difference that was not on the screen.
 */
export function useInformedSubmit(runner: ExamRunner): InformedSubmit {
  const asked = useRef({ at: 0, word: Promise.resolve() })
  const isOpen = useRef(false)
  const [isPending, setPending] = useState(false)

  useEffect(() => {
    isOpen.current = true
    asked.current = { at: Date.now(), word: runner.ask() }
    return () => {
      isOpen.current = false
    }
  }, [runner])

  const submit = async (shown: readonly number[]) => {
    setPending(true)
    if (Date.now() - asked.current.at > freshFor) asked.current = { at: Date.now(), word: runner.ask() }
    await asked.current.word
    if (!isOpen.current) return
    setPending(false)
    const { session } = runner.view()
    const isAllShown = session.phase === 'answering' && differingIn(session).every((number) => shown.includes(number))
    if (isAllShown) runner.submit()
  }
  return { submit: (shown) => void submit(shown), isPending }
}
