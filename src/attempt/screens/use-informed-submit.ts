import { useEffect, useRef, useState } from 'react'
import { conflictNumbers } from '../machine/conflicts.ts'
import type { AttemptController } from '../control/controller.ts'

/** The server's reply about other devices counts as new for this long. */
const freshForMs = 10_000

interface InformedSubmit {
  /** Submits. `shown`: the differing questions that were on the screen at the press. */
  submit: (shown: readonly number[]) => void
  /** A press waits for the server's reply. */
  isPending: boolean
}

/**
 * Nobody submits without having seen what another device answered. The server is asked when the dialog opens. A press waits
 * for the reply, and does nothing if that brings a difference that was not on the screen.
 */
export function useInformedSubmit(controller: AttemptController): InformedSubmit {
  const asked = useRef({ at: 0, reply: Promise.resolve() })
  const isOpen = useRef(false)
  const [isPending, setPending] = useState(false)

  useEffect(() => {
    isOpen.current = true
    asked.current = { at: Date.now(), reply: controller.ask() }
    return () => {
      isOpen.current = false
    }
  }, [controller])

  const submit = async (shown: readonly number[]) => {
    setPending(true)
    if (Date.now() - asked.current.at > freshForMs) asked.current = { at: Date.now(), reply: controller.ask() }
    await asked.current.reply
    if (!isOpen.current) return
    setPending(false)
    const { state } = controller.view()
    const isAllShown = state.phase === 'answering' && conflictNumbers(state).every((number) => shown.includes(number))
    if (isAllShown) controller.submit()
  }
  return { submit: (shown) => void submit(shown), isPending }
}
