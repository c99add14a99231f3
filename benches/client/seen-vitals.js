// Runs first in the measured page. A plain script: a compiler would add calls to functions that a page does not have.
{
  const seen = { lcp: 0, tbt: 0, cls: 0, slowestPress: { whole: 0, waited: 0, ours: 0, browser: 0 } }
  window.seenVitals = seen
  const watch = (type, note, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more })
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime
  })
  // Blocking counts from the first paint on. Of the task that paints, only the time after the paint counts.
  const tasks = []
  let painted = Infinity
  const count = () => {
    const after = tasks.map(({ startTime, duration }) => startTime + duration - Math.max(startTime, painted))
    seen.tbt = after.reduce((sum, duration) => sum + Math.max(0, duration - 50), 0)
  }
  watch('longtask', (task) => {
    tasks.push(task)
    count()
  })
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') painted = startTime
    count()
  })
  watch('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) seen.cls += value
  })
  watch(
    'event',
    ({ interactionId, duration, startTime, processingStart, processingEnd }) => {
      if (!interactionId) return
      const ours = processingEnd - processingStart
      const { slowestPress: slowest } = seen
      // A press is three events with one paint: our work is in the last of them.
      if (duration < slowest.whole || (duration === slowest.whole && ours < slowest.ours)) return
      const waited = processingStart - startTime
      seen.slowestPress = { whole: duration, waited, ours, browser: Math.max(0, duration - waited - ours) }
    },
    { durationThreshold: 16 },
  )
}
