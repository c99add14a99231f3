import { createEmitter } from '../concurrency/emitter.ts'

const requests = createEmitter()

/** The person does not want to wait for the next planned try. */
export const requestDelivery = requests.emit

/** Returns how to stop listening. */
export const onDeliveryRequest = requests.subscribe
