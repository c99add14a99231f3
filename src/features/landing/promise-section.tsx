import { landingRestTexts } from '../../messages/landing-rest.ts'
import { Text } from '../../ui/text/text.tsx'
import styles from './section.module.css'

/** What this service promises and others do not: an answer once saved is not lost. */
export function PromiseSection() {
  return (
    <section className={styles.section} aria-labelledby="promise-title">
      <Text as="h2" variant="h3" id="promise-title">
        {landingRestTexts.promiseTitle}
      </Text>
      <ul className={styles.columns}>
        {landingRestTexts.promises.map(({ title, text }) => (
          <li key={title} className={styles.promise}>
            <Text as="h3" variant="subtitle2">
              {title}
            </Text>
            <Text tone="soft">{text}</Text>
          </li>
        ))}
      </ul>
    </section>
  )
}
