import type { AttemptController } from '../../../src/attempt/control/controller.ts'
import { conflictNumbers } from '../../../src/attempt/machine/conflicts.ts'

/** Milliseconds for which the server's reply about other devices counts as new, as in use-informed-submit.ts. */
const freshFor = 10_000

export interface ModelSubmitDialog {
  /** Opens a closed dialog and asks the server immediately. */
  readonly open: () => void
  readonly close: () => void
  /** Whether a press waits for the server's reply. */
  readonly isPending: () => boolean
  /** Numbers, from 1, of the questions that the dialog names as conflicts. */
  readonly differing: () => readonly number[]
  /** Presses the button of an open dialog. */
  readonly press: () => void
}

interface Witness {
  /** Called just before the server is asked. */
  readonly onAsk: () => void
  /** Called just before the submission. */
  readonly onSubmit: () => void
}

/** The submit dialog without React. Repeats the rule of submit-dialog.tsx and use-informed-submit.ts step by step. */
export function createSubmitDialog(controller: AttemptController, { onAsk, onSubmit }: Witness): ModelSubmitDialog {
  let asked: { readonly at: number; readonly word: Promise<void> } | null = null
  let pressed: object | null = null

  // The screen or its button is gone: another tab or another device writes now.
  controller.subscribe(() => {
    const { state } = controller.view()
    if (state.phase !== 'answering' || state.writer !== 'here') close()
  })

  function ask() {
    onAsk()
    asked = { at: Date.now(), word: controller.ask() }
    return asked
  }

  function close(): void {
    asked = pressed = null
  }

  function differing(): number[] {
    const { state } = controller.view()
    return state.phase === 'answering' ? conflictNumbers(state) : []
  }

  async function submit(press: object): Promise<void> {
    const shown = differing()
    const { word } = asked === null || Date.now() - asked.at > freshFor ? ask() : asked
    await word
    // The dialog was closed meanwhile, and perhaps opened again.
    if (pressed !== press) return
    pressed = null
    if (!differing().every((number) => shown.includes(number))) return
    onSubmit()
    controller.submit()
  }

  return {
    open: () => {
      if (asked === null) ask()
    },
    close,
    isPending: () => pressed !== null,
    differing,
    press: () => {
      pressed = {}
      void submit(pressed)
    },
  }
}
