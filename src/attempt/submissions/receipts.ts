import { Receipt } from '#contract/result.ts'
import { saveFile } from '../../ui/save-file.ts'

/** What a receipt says, read without checking its signature; null if it is no receipt of ours. */
export function readReceipt(receipt: string): Receipt | null {
  try {
    const bytes = Uint8Array.from(atob(fromBase64Url(receipt.split('.')[1] ?? '')), (char) => char.charCodeAt(0))
    const parsed = Receipt.safeParse(JSON.parse(new TextDecoder().decode(bytes)))
    return parsed.success ? parsed.data : null
  } catch {
    // Another server's receipt may be of any form; its text can be kept anyway.
    return null
  }
}

function fromBase64Url(text: string): string {
  return text.replaceAll('-', '+').replaceAll('_', '/')
}

/** Gives a receipt as a file, byte for byte as it was signed. */
export function saveReceipt(receipt: string, attemptId: string | null, says: 'accepted' | 'graded'): void {
  const kind = says === 'accepted' ? 'pryiniattia' : null
  const name = `${['kvytantsiia', kind, attemptId].filter(Boolean).join('-')}.jws`
  saveFile(new File([receipt], name, { type: 'application/jose' }))
}
