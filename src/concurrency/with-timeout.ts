/**
 * Settles as `work` does, or rejects with a TimeoutError after `timeoutMs` milliseconds. The work itself cannot be called
 * back: what it writes later is written anyway.
 */
export async function withTimeout<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DOMException('no answer in time', 'TimeoutError')), timeoutMs)
  })
  try {
    return await Promise.race([work, silence])
  } finally {
    clearTimeout(timer)
  }
}

/** A part of the browser that has not answered by then counts as one that refused. */
const browserTimeoutMs = 5_000

/**
 * Settles as `work` does, or rejects with a TimeoutError after five seconds. For what a browser does by itself: a worker that never
 * becomes active, a clipboard or a storage that is stuck. Not for what a person is asked.
 */
export function soon<Result>(work: Promise<Result>): Promise<Result> {
  return withTimeout(work, browserTimeoutMs)
}
