import { createEmitter } from '../concurrency/emitter.ts'

const wish = createEmitter()

/** The person does not want to wait for the next planned try. */
export const wishDelivery = wish.emit

/** Returns how to stop listening. */
export const onDeliveryWish = wish.subscribe
