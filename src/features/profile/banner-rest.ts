const key = 'verify_banner_rests_on'

/** The day of this device as «2026-03-05». */
function dayOf(now: Date): string {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

/** Whether the person has sent the banner away today; it comes back tomorrow. */
export function doesBannerRest(now: Date): boolean {
  try {
    return localStorage.getItem(key) === dayOf(now)
  } catch {
    // Storage is forbidden: the banner rests only as long as the page does.
    return false
  }
}

export function letBannerRest(now: Date): void {
  try {
    localStorage.setItem(key, dayOf(now))
  } catch {
    // As above.
  }
}
