/** Settles as `work` does, or rejects with a TimeoutError after `timeoutMs`. The work is not cancelled: it may still write. */
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

/** A part of the browser that has not answered after this time counts as one that refused. */
const browserTimeoutMs = 5_000

/** `withTimeout` of 5 s for what a browser does by itself (worker, clipboard, storage), not for questions to a person. */
export function soon<Result>(work: Promise<Result>): Promise<Result> {
  return withTimeout(work, browserTimeoutMs)
}
