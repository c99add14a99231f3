import { sampleScoreTexts as texts } from '../messages/sample-score.ts'
import { BellCurve } from '../ui/bell-curve.tsx'
import { Text } from '../ui/text.tsx'
import { sampleFigures } from './sample-figures.ts'
import styles from './sample-score.module.css'

/** The result of a full test as a picture; `caption` says that its score is made up. */
export function SampleScore({ caption }: { caption: string }) {
  const said = texts.said(sampleFigures)
  return (
    <figure className={styles.sample}>
      <Text as="figcaption" variant="small" tone="soft">
        {caption}
      </Text>
      <p className={styles.score}>{said}</p>
      <div className={styles.curve} aria-hidden="true">
        <BellCurve score={sampleFigures} label={said} average={texts.average} />
      </div>
    </figure>
  )
}
