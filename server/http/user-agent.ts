import Bowser from 'bowser'

/** Longer ones are nobody's real browser. Characters. */
const longest = 512

const parsed = (userAgent: string | undefined) => Bowser.parse((userAgent ?? '').slice(0, longest) || ' ')

/**
 * Browser and system of a User-Agent, for the list in which people look for a device that is not theirs: «Chrome, Android»,
 * without versions or models; '' where it names neither. What a caller says of itself proves nothing.
 */
export function deviceName(userAgent: string | undefined): string {
  const { browser, os } = parsed(userAgent)
  const program = browser.name?.replace(/ for Android$/, '')
  return [program, os.name].filter(Boolean).join(', ').slice(0, 80)
}

const kinds: Readonly<Record<string, string>> = { mobile: 'phone', tablet: 'tablet', desktop: 'computer' }

/** `phone`, `tablet` or `computer`; null where it says none of these. Safari of an iPad calls itself a computer. */
export function deviceKind(userAgent: string | undefined): string | null {
  return kinds[parsed(userAgent).platform.type ?? ''] ?? null
}
