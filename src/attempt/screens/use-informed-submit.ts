import { useEffect, useRef, useState } from 'react'
import { conflictsIn } from '../machine/conflicts.ts'
import type { Answering } from '../machine/state.ts'
import type { AttemptController } from '../control/controller.ts'

/** The server's reply about other devices counts as new for this long. Milliseconds. */
const freshFor = 10_000

/** The numbers, from 1, of the questions to which two devices have given different answers. */
export function differingIn({ paper, answers }: Pick<Answering, 'paper' | 'answers'>): number[] {
  const conflicts = new Set(conflictsIn(answers))
  return paper.questions.flatMap(({ id }, index) => (conflicts.has(id) ? [index + 1] : []))
}

interface InformedSubmit {
  /** The press, with the differing questions that were on the screen then. */
  submit: (shown: readonly number[]) => void
  /** A press waits for the server's reply. */
  isPending: boolean
}

/**
 * Nobody submits without having seen what another device answered: the server is asked when the dialog opens, a press
 * waits for its reply, and does nothing where the reply brings a difference that was not on the screen.
 */
export function useInformedSubmit(controller: AttemptController): InformedSubmit {
  const asked = useRef({ at: 0, ack: Promise.resolve() })
  const isOpen = useRef(false)
  const [isPending, setPending] = useState(false)

  useEffect(() => {
    isOpen.current = true
    asked.current = { at: Date.now(), ack: controller.ask() }
    return () => {
      isOpen.current = false
    }
  }, [controller])

  const submit = async (shown: readonly number[]) => {
    setPending(true)
    if (Date.now() - asked.current.at > freshFor) asked.current = { at: Date.now(), ack: controller.ask() }
    await asked.current.ack
    if (!isOpen.current) return
    setPending(false)
    const { state } = controller.view()
    const isAllShown = state.phase === 'answering' && differingIn(state).every((number) => shown.includes(number))
    if (isAllShown) controller.submit()
  }
  return { submit: (shown) => void submit(shown), isPending }
}
