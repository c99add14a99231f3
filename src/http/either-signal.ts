/**
 * A signal that aborts with the first of the two, for the same reason. `AbortSignal.any` is younger than the oldest
 * browsers that we build for (Safari 16.4, Chrome 111), where it would make every call with a time limit fail.
 */
export function eitherSignal(one: AbortSignal, other: AbortSignal): AbortSignal {
  const either = new AbortController()
  for (const signal of [one, other]) {
    const follow = () => either.abort(signal.reason)
    if (signal.aborted) follow()
    else signal.addEventListener('abort', follow, { once: true, signal: either.signal })
  }
  return either.signal
}
