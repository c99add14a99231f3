import type { IconName } from '../../ui/icons/icon.tsx'

const icons: Record<string, IconName> = {
  'purchase-paid': 'check',
  'purchase-refunded': 'repeat',
  'purchase-ending': 'calendar',
  'extra-time': 'clock',
  'result-ready': 'list',
  'attempt-returned': 'repeat',
  'attempt-closed': 'clock',
  achievement: 'check',
  security: 'alert',
}

/** The sign of a kind of news; the bell for one that this release does not know. */
export function notificationIcon(kind: string | null | undefined): IconName {
  return icons[kind ?? ''] ?? 'bell'
}
