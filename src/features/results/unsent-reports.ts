import type { Form } from '../../forms/form.ts'
import { isBlank } from '../../forms/is-blank.ts'
import { onSignedOut } from '../../session/session-events.ts'
import type { ReportValues } from './report-rules.ts'

const unsent = new Map<string, ReportValues>()

/** What was written of a task and not sent yet: it is still there when the person leaves the page and comes back. */
export function unsentReport(place: string): Partial<ReportValues> {
  return unsent.get(place) ?? {}
}

/** Keeps what is written; of nothing, nothing. */
export function keepUnsentReport(place: string, form: Form<ReportValues>): void {
  const { values } = form.snapshot()
  if (isBlank(values.words)) unsent.delete(place)
  else unsent.set(place, { ...values })
}

/** These words have arrived; others that were begun since stay. */
export function forgetReport(place: string, words: string): void {
  if (unsent.get(place)?.words === words) unsent.delete(place)
}

// Who comes next is not shown what somebody else has written.
onSignedOut(async () => unsent.clear())
