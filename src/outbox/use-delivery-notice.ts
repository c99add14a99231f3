import { useSyncExternalStore } from 'react'
import { type DeliveryNotice, deliveryNotice, subscribeDeliveryNotice } from './delivery-notice.ts'

const unavailable = (): DeliveryNotice => 'unavailable'

export function useDeliveryNotice(): DeliveryNotice {
  return useSyncExternalStore(subscribeDeliveryNotice, deliveryNotice, unavailable)
}
