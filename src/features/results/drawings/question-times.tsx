// A lazy boundary: loaded where the device told the times.
import { resultTexts } from '../../../messages/result.ts'
import { resultDrawings as texts } from '../../../messages/result-drawings.ts'
import { Text } from '../../../ui/text.tsx'
import { Fold } from '../fold.tsx'
import styles from './drawings.module.css'

const size = { width: 360, height: 150, left: 46, top: 10, ground: 122 }
/** Seconds between two grid lines. The first value with at most four lines above zero is used. */
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200]

/** How long each question was on the screen, in the order of the paper; nothing where the device reported fewer than two. */
export function QuestionTimes({ seconds }: { seconds: readonly (number | null)[] }) {
  const known = seconds.flatMap((each, index) => (each === null ? [] : [{ number: index + 1, seconds: each }]))
  const longest = known.toSorted((a, b) => b.seconds - a.seconds)[0]
  if (known.length < 2 || longest === undefined || longest.seconds === 0) return null
  const step = steps.find((each) => longest.seconds / each <= 4) ?? Math.ceil(longest.seconds / 4)
  const top = Math.ceil(longest.seconds / step) * step
  const yOf = (value: number) => size.ground - (value / top) * (size.ground - size.top)
  const room = (size.width - size.left) / seconds.length
  const average = Math.round(known.reduce((sum, each) => sum + each.seconds, 0) / known.length)
  const said = texts.longest(longest.number, resultTexts.seconds(longest.seconds), resultTexts.seconds(average))
  return (
    <section className={styles.section} aria-labelledby="times">
      <Text as="h2" variant="subtitle2" id="times">
        {texts.times}
      </Text>
      <p>{said}</p>
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        className={styles.chart}
        fontSize={11.5}
        role="img"
        aria-label={texts.timesAlt(said)}
      >
        {Array.from({ length: top / step + 1 }, (_, line) => line * step).map((value) => (
          <g key={value}>
            <line
              x1={size.left}
              x2={size.width}
              y1={yOf(value)}
              y2={yOf(value)}
              className={value === 0 ? styles.middle : styles.line}
            />
            <text x={size.left - 6} y={yOf(value)} className={styles.scaleLabel}>
              {texts.mark(value)}
            </text>
          </g>
        ))}
        {known.map(({ number, seconds: value }) => (
          <rect
            key={number}
            x={size.left + room * (number - 1) + room * 0.15}
            y={Math.min(yOf(value), size.ground - 1)}
            width={room * 0.7}
            height={Math.max(size.ground - yOf(value), 1)}
            className={number === longest.number ? styles.longest : styles.column}
          />
        ))}
        {seconds.map((_, index) =>
          seconds.length <= 12 || index === 0 || (index + 1) % 5 === 0 ? (
            // oxlint-disable-next-line react/no-array-index-key -- a question is known by its place
            <text key={index} x={size.left + room * (index + 0.5)} y={size.ground + 16} className={styles.label}>
              {index + 1}
            </text>
          ) : null,
        )}
      </svg>
      <Text variant="small" tone="soft">
        {known.length < seconds.length ? `${texts.timesNote} ${texts.timesUnknown}` : texts.timesNote}
      </Text>
      <Fold title={texts.timesTable}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{texts.question}</th>
              <th scope="col">{texts.time}</th>
            </tr>
          </thead>
          <tbody>
            {seconds.map((value, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a question is known by its place
              <tr key={index}>
                <th scope="row">{index + 1}</th>
                <td>{value === null ? texts.unknown : resultTexts.seconds(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Fold>
    </section>
  )
}
