import { landingRestTexts } from '../../messages/landing-rest.ts'
import { Text } from '../../ui/text/text.tsx'
import { SampleCurve } from './sample-curve.tsx'
import styles from './sample-section.module.css'
import section from './section.module.css'

const { sample } = landingRestTexts

/** What an exam gives in the end, on a made-up example: the number, how sure it is, and where it came from. */
export function SampleSection() {
  return (
    <section className={section.section} id="sample" aria-labelledby="sample-title">
      <Text as="h2" variant="h3" id="sample-title">
        {sample.title}
      </Text>
      <div className={styles.columns}>
        <ul className={styles.points}>
          {sample.points.map(({ title, text }) => (
            <li key={title}>
              <Text as="h3" variant="subtitle2">
                {title}
              </Text>
              <Text tone="soft">{text}</Text>
            </li>
          ))}
        </ul>
        <figure className={styles.card}>
          <Text as="figcaption" variant="small" tone="soft">
            {sample.caption}
          </Text>
          <p className={styles.score}>{sample.score}</p>
          <p className={styles.range}>{sample.range}</p>
          <SampleCurve />
          <dl className={styles.families}>
            {sample.families.map(({ title, result }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{result}</dd>
              </div>
            ))}
          </dl>
        </figure>
      </div>
    </section>
  )
}
