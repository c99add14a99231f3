/**
 * Settles as `work` does, or rejects with a TimeoutError after `patience` milliseconds. The work itself cannot be called
 * back: what it writes later is written all the same.
 */
export async function inTime<Result>(work: Promise<Result>, patience: number): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DOMException('no answer in time', 'TimeoutError')), patience)
  })
  try {
    return await Promise.race([work, silence])
  } finally {
    clearTimeout(timer)
  }
}
