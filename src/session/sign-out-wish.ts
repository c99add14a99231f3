import { createEmitter } from '../concurrency/emitter.ts'

const wish = createEmitter()

/** The person wants to log out; whoever listens asks first when answers of theirs wait on this device. */
export const wishSignOut = wish.emit

/** Returns how to stop listening. */
export const onSignOutWish = wish.subscribe
