import styles from './sample-curve.module.css'

/** The normal curve from 55 to 145, four units a point; the sample's score is 113, its interval 87 to 139, whose end beyond 130 is not named. */
const curve =
  'M0 103C20 102 40 100 60 91C80 82 100 65 120 46C140 26 160 8 180 8C200 8 220 26 240 46C260 65 280 82 300 91C320 100 340 102 360 103'

/** The sample's place among people; the text beside it says the same. */
export function SampleCurve() {
  return (
    <svg viewBox="-4 0 368 126" className={styles.curve} aria-hidden="true">
      <clipPath id="sample-interval">
        <rect x={128} y={0} width={208} height={104} />
      </clipPath>
      <path d={`${curve}V104H0Z`} className={styles.all} />
      <path d={`${curve}V104H0Z`} clipPath="url(#sample-interval)" className={styles.interval} />
      <path d="M0 104H360" className={styles.ground} />
      <path d="M232 104V38" className={styles.mark} />
      <circle cx={232} cy={38} r={5} className={styles.point} />
      {[70, 85, 100, 115, 130].map((score) => (
        <text key={score} x={(score - 55) * 4} y={122} className={styles.scale}>
          {score}
        </text>
      ))}
    </svg>
  )
}
