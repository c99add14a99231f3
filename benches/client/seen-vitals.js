// Runs in the page that is measured, before all else. A plain script: a compiler would put helpers into it that a page
// does not have.
{
  const seen = { lcp: 0, tbt: 0, cls: 0, slowestEvent: 0 }
  window.seenVitals = seen
  const watch = (type, note, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more })
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime
  })
  watch('longtask', ({ duration }) => {
    seen.tbt += duration - 50
  })
  watch('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) seen.cls += value
  })
  watch(
    'event',
    ({ interactionId, duration }) => {
      if (interactionId) seen.slowestEvent = Math.max(seen.slowestEvent, duration)
    },
    { durationThreshold: 16 },
  )
}
