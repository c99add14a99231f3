import { openModal } from './modal/modal-store.ts'

/** Names of apps in their user agents, and the mark of every Android WebView. */
const inAppNames =
  /FBAN|FBAV|FB_IAB|Instagram|Telegram|; wv\)|BytedanceWebview|musical_ly|Snapchat|LinkedInApp|Viber|\bLine\//

/** On iOS a real browser names Safari or itself; a view inside an app or on the home screen does not. */
const plainIosView = /\((iPhone|iPad|iPod)(?!.*Safari\/)/

/**
 * Whether the page is in a window of an app. Such windows usually neither download nor print, and report nothing
 * (eligrey/FileSaver.js#754). Telegram for Android adds its own objects to the page.
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

/** Makes the browser save the file; in an app's window opens a dialog and returns false. `isOnlyHere`: no server has the file. */
export function saveFile(file: File, isOnlyHere = false): boolean {
  if (isInApp()) {
    openModal({ kind: 'keepFile', file, isOnlyHere })
    return false
  }
  download(file)
  return true
}

/** Asks the browser to save the file, without knowing whether it does. */
export function download(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  // Later, because the browser still reads it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Prints the page, or tells how it can be printed. */
export function printPage(): void {
  if (isInApp()) openModal({ kind: 'keepFile' })
  else window.print()
}

/** Opens the device's share sheet. False after a failure; to close the sheet is no failure. */
export async function openShareSheet(what: ShareData): Promise<boolean> {
  try {
    // No limit: the person chooses in the sheet.
    await navigator.share(what)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
