import Bowser from 'bowser'

/** Longer ones are nobody's real browser. Characters. */
const longest = 512

/**
 * Browser and system of a User-Agent, for the list in which people look for a device that is not theirs: «Chrome, Android»,
 * without versions or models; '' where it names neither. What a caller says of itself proves nothing.
 */
export function deviceName(userAgent: string | undefined): string {
  const { browser, os } = Bowser.parse((userAgent ?? '').slice(0, longest) || ' ')
  const program = browser.name?.replace(/ for Android$/, '')
  return [program, os.name].filter(Boolean).join(', ').slice(0, 80)
}
