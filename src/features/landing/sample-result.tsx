import { landingTexts } from '../../messages/landing.ts'
import styles from './sample-result.module.css'

const [caption, score, range] = landingTexts.sample

/** The normal curve from 55 to 145; the window over it is the sample's interval, from 87 on. */
const curve =
  'M0 103C20 102 40 100 60 91C80 82 100 65 120 46C140 26 160 8 180 8C200 8 220 26 240 46C260 65 280 82 300 91C320 100 340 102 360 103Z'

/** What an exam gives in the end, at the first look; further down the page the same at length. */
export function SampleResult() {
  return (
    <a href="#sample" className={styles.sample}>
      <svg viewBox="0 0 360 104" aria-hidden="true">
        <path d={curve} />
        <svg x={100} width={208} viewBox="100 0 208 104" className={styles.interval}>
          <path d={curve} />
        </svg>
        <circle cx={232} cy={38} r={12} />
      </svg>
      <span>{caption}</span>
      <strong>{score}</strong>
      <span>{range}</span>
    </a>
  )
}
