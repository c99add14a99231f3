import { createEmitter } from './emitter.ts'

/** Reasons to retry immediately: visible again, network back, window focused, page shown (from a cache, too), or a request. */
export type Wake = 'visible' | 'online' | 'focus' | 'shown' | 'asked'

const requests = createEmitter()

/** Asks for the next try now: the person does not want to wait for it. */
export const requestDelivery = requests.emit

/** Calls `listener` for each of `reasons`; returns how to stop. Outside of a window only 'asked' can be heard. */
export function onWake(reasons: readonly Wake[], listener: () => void): () => void {
  const stops = reasons.map((reason) => listenTo[reason](listener))
  return () => {
    for (const stop of stops) stop()
  }
}

const listenTo: Record<Wake, (listener: () => void) => () => void> = {
  visible: (listener) =>
    on(document, 'visibilitychange', () => {
      if (document.visibilityState === 'visible') listener()
    }),
  online: (listener) => on(window, 'online', listener),
  focus: (listener) => on(window, 'focus', listener),
  shown: (listener) => on(window, 'pageshow', listener),
  asked: requests.subscribe,
}

function on(target: EventTarget, event: string, listener: () => void): () => void {
  // Wraps the listener, because an event target registers the same function only once.
  const hear = () => listener()
  target.addEventListener(event, hear)
  return () => target.removeEventListener(event, hear)
}
