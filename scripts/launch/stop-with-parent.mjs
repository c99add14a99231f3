/**
 * Makes the death of the npm that started this process a SIGTERM to it.
 * npm hands a SIGTERM to the shell between itself and this process, and the shell dies of it without passing it on:
 * the loss of the parent is the only sign that reaches us.
 */
export function stopWithParent() {
  const parent = process.ppid
  if (!process.env.npm_lifecycle_event) return
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  timer.unref()
}
