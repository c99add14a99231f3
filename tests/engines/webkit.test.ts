import { tellStories } from './stories.ts'
import { webkit } from './webkit.ts'

await tellStories(webkit, {
  text: 'without navigator.storage and requestIdleCallback',
  holds: () => !('storage' in navigator) && !('requestIdleCallback' in window),
})
