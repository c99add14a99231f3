import { openModal } from './modal/modal-store.ts'

/** Apps that name themselves, and every Android WebView. */
const inAppNames =
  /FBAN|FBAV|FB_IAB|Instagram|Telegram|; wv\)|BytedanceWebview|musical_ly|Snapchat|LinkedInApp|Viber|\bLine\//

/** On iOS only a browser of its own is Safari by name, or one of the others; a view inside an app, or on the home screen, is not. */
const plainIosView = /\((iPhone|iPad|iPod)(?!.*Safari\/)/

/**
 * Whether the page stands in a window of an app. Such windows have no downloads and no printer as a rule, and say nothing of it
 * (eligrey/FileSaver.js#754). Telegram for Android names itself by objects that it puts into the page.
 */
export function isInApp(): boolean {
  const { userAgent } = navigator
  return (
    inAppNames.test(userAgent) ||
    plainIosView.test(userAgent) ||
    'TelegramWebview' in window ||
    'TelegramWebviewProxy' in window
  )
}

/**
 * Has the browser save the file; true when it was asked to. In a window of an app the person is told in its place how to keep the
 * file. `isOnlyHere`: no server has what is in it.
 */
export function saveFile(file: File, isOnlyHere = false): boolean {
  if (isInApp()) {
    openModal({ kind: 'keepFile', file, isOnlyHere })
    return false
  }
  download(file)
  return true
}

/** Asks the browser to save the file, whatever it makes of that. */
export function download(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  // Not at once: the browser still reads it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Prints the page, or tells where it can be printed. */
export function printPage(): void {
  if (isInApp()) openModal({ kind: 'keepFile' })
  else window.print()
}

/** Opens the device's own sheet. False where it failed; to close it is to choose, too. */
export async function openShareSheet(what: ShareData): Promise<boolean> {
  try {
    // No limit: the person chooses in the sheet.
    await navigator.share(what)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
