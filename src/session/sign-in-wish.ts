import { createEmitter } from '../concurrency/emitter.ts'

const wish = createEmitter()

/** The person whose session ended over an exam wants the log-in form, which they had put off. */
export const wishSignIn = wish.emit

/** Returns how to stop listening. */
export const onSignInWish = wish.subscribe
