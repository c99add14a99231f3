import { exportMyData } from '#contract/account.ts'
import { ownDataTexts } from '../../messages/profile.ts'
import { sessionRequest } from '../../session/session-request.ts'

/** Gives the person everything that is kept of them as one JSON file. Throws ApiError. */
export async function downloadMyData(): Promise<void> {
  const data = await sessionRequest(exportMyData, {})
  const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${ownDataTexts.fileName}-${data.exported_at.slice(0, 10)}.json`
  link.click()
  // Not at once: the browser still reads it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
