import { firefox } from './firefox.ts'
import { tellStories } from './stories.ts'

await tellStories(firefox, {
  text: 'where the browser never answers persist()',
  holds: () =>
    Promise.race([
      navigator.storage.persist().then(() => false),
      new Promise<true>((resolve) => setTimeout(() => resolve(true), 300)),
    ]),
})
