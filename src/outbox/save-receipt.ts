/** Gives a receipt as a file, byte for byte as it was signed. */
export function saveReceipt(receipt: string, attemptId: string | null, says: 'accepted' | 'graded'): void {
  const url = URL.createObjectURL(new Blob([receipt], { type: 'application/jose' }))
  const link = document.createElement('a')
  link.href = url
  const kind = says === 'accepted' ? 'pryiniattia' : null
  link.download = `${['kvytantsiia', kind, attemptId].filter(Boolean).join('-')}.jws`
  link.click()
  // Not at once: the browser still reads it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
