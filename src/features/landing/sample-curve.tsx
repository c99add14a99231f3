import styles from './sample-curve.module.css'
import { curve, interval, sampleFigures, xOf, yOf } from './sample-figures.ts'

const [x, y] = [xOf(sampleFigures.iq), yOf(sampleFigures.iq)]

/** The sample's place among people; the text beside it says the same, and names no end beyond 130. */
export function SampleCurve() {
  return (
    <svg viewBox="-4 0 368 126" className={styles.curve} fontSize={14} aria-hidden="true">
      <clipPath id="sample-interval">
        <rect {...interval} y={0} height={104} />
      </clipPath>
      <path d={curve} className={styles.all} />
      <path d={curve} clipPath="url(#sample-interval)" className={styles.interval} />
      <path d="M0 104H360" className={styles.ground} />
      <path d={`M${x} 104V${y}`} className={styles.mark} />
      <circle cx={x} cy={y} r={5} className={styles.point} />
      {[70, 85, 100, 115, 130].map((score) => (
        <text key={score} x={xOf(score)} y={122} className={styles.scale}>
          {score}
        </text>
      ))}
    </svg>
  )
}
