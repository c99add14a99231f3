import type { Form } from '../../forms/form.ts'
import { onSignedOut } from '../../session/session-events.ts'
import type { FeedbackValues } from './feedback-rules.ts'

type Unsent = Partial<FeedbackValues>

let unsent: Unsent = {}

/** What was typed and not sent yet. A form goes at a touch beside it, at Escape and at Back: its text is here then. */
export function unsentFeedback(): Unsent {
  return unsent
}

/** Keeps what differs from the form's start; of one that is as at its start, nothing. */
export function keepUnsent(form: Form<FeedbackValues>): void {
  const { values } = form.snapshot()
  const typed = Object.entries(values).filter(([field]) => form.isFieldDirty(field as keyof FeedbackValues))
  unsent = Object.fromEntries(typed) as Unsent
}

/** This message has arrived; another one that was begun since stays. */
export function forgetSent(message: string): void {
  if (unsent.message === message) forgetUnsent()
}

/** Nothing is kept from here on. */
export function forgetUnsent(): void {
  unsent = {}
}

// Who comes next is not shown what somebody else has written.
onSignedOut(async () => forgetUnsent())
