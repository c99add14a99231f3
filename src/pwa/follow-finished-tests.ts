import { onSubmissionChange } from '../attempt/sync/channel.ts'
import { hasFinishedTest } from '../attempt/replica/submissions.ts'
import { noteFinishedTest } from './install-offer.ts'

/**
 * Notes that a test was finished here, also while no window was open: the worker delivers too. Apart from the offer, which
 * is also drawn where there is no browser.
 */
export function followFinishedTests(): void {
  onSubmissionChange(({ draftId, change }) => {
    if (change === 'settled') void noteIfFinished(draftId)
  })
  void noteIfFinished()
}

async function noteIfFinished(draftId?: string): Promise<void> {
  try {
    if (await hasFinishedTest(draftId)) noteFinishedTest()
  } catch (error) {
    tellConsole(error)
  }
}

/** Without its storage the site is not worse for not being installed. */
function tellConsole(error: unknown): void {
  console.warn('Whether a test was finished here cannot be read', error)
}
