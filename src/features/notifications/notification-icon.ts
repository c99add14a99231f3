import { check } from '../../ui/icons/icon.tsx'
import { alert, bell, calendar, clock, list, repeat } from '../../ui/icons/page-drawings.ts'

const icons: Record<string, string> = {
  'purchase-paid': check,
  'purchase-refunded': repeat,
  'purchase-ending': calendar,
  'extra-time': clock,
  'result-ready': list,
  'attempt-returned': repeat,
  'attempt-closed': clock,
  'report-closed': check,
  achievement: check,
  security: alert,
}

/** The drawing of a kind of news for `Icon`; the bell for a kind that this release does not know. */
export function notificationIcon(kind: string | null | undefined): string {
  return icons[kind ?? ''] ?? bell
}
