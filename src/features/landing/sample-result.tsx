import { landingTexts } from '../../messages/landing.ts'
import { curve, interval, sampleFigures, xOf, yOf } from './sample-figures.ts'
import styles from './sample-result.module.css'

const [caption, score, range] = landingTexts.sample

/** What an exam gives in the end, at the first look; further down the page the same at length. */
export function SampleResult() {
  return (
    <a href="#sample" className={styles.sample}>
      <svg viewBox="0 0 360 104" aria-hidden="true">
        <path d={curve} />
        {/* A window over the interval: a clip path would need a name of its own. */}
        <svg {...interval} viewBox={`${interval.x} 0 ${interval.width} 104`} className={styles.interval}>
          <path d={curve} />
        </svg>
        <circle cx={xOf(sampleFigures.iq)} cy={yOf(sampleFigures.iq)} r={12} />
      </svg>
      <span>{caption}</span>
      <strong>{score}</strong>
      <span>{range}</span>
    </a>
  )
}
