import type { AttemptController } from '../../../src/attempt/control/controller.ts'
import { conflictNumbers } from '../../../src/attempt/machine/conflicts.ts'

/** The server's word on other devices is taken for new for this long, as in use-informed-submit.ts. Milliseconds. */
const freshFor = 10_000

export interface ModelSubmitDialog {
  /** Opens it where it is not open: the server is asked at once. */
  readonly open: () => void
  readonly close: () => void
  /** A press waits for the server's word. */
  readonly isPending: () => boolean
  /** The numbers, from 1, of the questions that the dialog says differ. */
  readonly differing: () => readonly number[]
  /** The button of an open dialog. */
  readonly press: () => void
}

/** Looks over the person's shoulder. */
interface Witness {
  /** Just before the server is asked. */
  readonly onAsk: () => void
  /** Just before it is submitted. */
  readonly onSubmit: () => void
}

/**
 * The dialog in which a person submits, without React: the counterpart of submit-dialog.tsx and use-informed-submit.ts,
 * whose rule it repeats step by step.
 */
export function createSubmitDialog(controller: AttemptController, { onAsk, onSubmit }: Witness): ModelSubmitDialog {
  let asked: { readonly at: number; readonly word: Promise<void> } | null = null
  let pressed: object | null = null

  // The screen has gone, or its button has: another tab or another device writes now.
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
    // It was closed in between, and perhaps opened again.
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
