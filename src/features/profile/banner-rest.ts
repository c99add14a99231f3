const key = 'verify_banner_rests_on'

/** Of one person on one day. */
const restOf = (userId: string, now: Date) => `${dayOf(now)} ${userId}`

/** The day of this device as «2026-03-05». */
function dayOf(now: Date): string {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

/** Whether this person has sent the banner away today; it comes back tomorrow. */
export function doesBannerRest(userId: string, now: Date): boolean {
  try {
    return localStorage.getItem(key) === restOf(userId, now)
  } catch {
    // Storage is forbidden: the banner rests only as long as the page does.
    return false
  }
}

export function letBannerRest(userId: string, now: Date): void {
  try {
    localStorage.setItem(key, restOf(userId, now))
  } catch {
    // As above.
  }
}
