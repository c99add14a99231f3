import { onSubmissionChange } from '../attempt/sync/channel.ts'
import { hasFinishedTest } from '../attempt/replica/submissions.ts'
import { noteFinishedTest } from './install-offer.ts'

/** Notes finished tests, also those that the worker delivered. Not in `install-offer.ts`, which the build also draws. */
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

/** Only a warning: without its storage the site loses nothing but the offer to install it. */
function tellConsole(error: unknown): void {
  console.warn('Whether a test was finished here cannot be read', error)
}
