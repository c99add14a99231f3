import { firefox } from './firefox.ts'
import { tellStories } from './stories.ts'

await tellStories(firefox, {
  text: 'in a browser that never answers persist()',
  holds: () =>
    Promise.race([
      navigator.storage.persist().then(() => false),
      new Promise<true>((resolve) => setTimeout(() => resolve(true), 300)),
    ]),
})
