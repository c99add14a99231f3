import { createEmitter } from './emitter.ts'

/**
 * Why what waits is tried again at once: the page is looked at again, there is a network again, the window has the focus, the
 * page is shown (from the browser's cache, too), or the person asks.
 */
export type Wake = 'visible' | 'online' | 'focus' | 'shown' | 'asked'

const requests = createEmitter()

/** The person does not want to wait for the next planned try. */
export const requestDelivery = requests.emit

/** Calls `listener` at each of `reasons`; returns how to stop. Only 'asked' can be heard outside of a window. */
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
  // A function of its own, for a target takes the same one only once.
  const hear = () => listener()
  target.addEventListener(event, hear)
  return () => target.removeEventListener(event, hear)
}
