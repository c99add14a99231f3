/** Runs `work` when what was drawn last is on the screen, so that the screen does not wait for it. Returns how to call it off. */
export function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // The callback itself comes before the paint of its frame.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
