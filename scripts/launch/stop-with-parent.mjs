/**
 * Ends this process by SIGTERM when its parent npm dies. npm passes a SIGTERM to the shell between itself and this process, and
 * the shell dies without passing it on. The loss of the parent is the only sign that arrives here.
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
