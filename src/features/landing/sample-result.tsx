import { landingTexts } from '../../messages/landing.ts'
import styles from './sample-result.module.css'

const { sample } = landingTexts

/** The normal curve from 55 to 145, and the part of it from 80 on that the sample's interval holds. */
const curve =
  'M0 103C20 102 40 100 60 91C80 82 100 65 120 46C140 26 160 8 180 8C200 8 220 26 240 46C260 65 280 82 300 91C320 100 340 102 360 103V104H0Z'

/** What an exam gives in the end, at the first look; further down the page the same at length. */
export function SampleResult() {
  return (
    <a href="#sample" className={styles.sample}>
      <svg viewBox="0 0 360 106" className={styles.curve} aria-hidden="true">
        <path d={curve} className={styles.all} />
        <svg x={100} y={0} width={208} height={106} viewBox="100 0 208 106">
          <path d={curve} className={styles.interval} />
        </svg>
        <path d="M204 104V16" className={styles.mark} />
        <circle cx={204} cy={16} r={9} className={styles.point} />
      </svg>
      <span className={styles.words}>
        <span className={styles.caption}>{sample.caption}</span>
        <strong className={styles.score}>{sample.score}</strong>
        <span className={styles.caption}>{sample.range}</span>
      </span>
    </a>
  )
}
