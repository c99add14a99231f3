import { markCells } from '../../ui/mark.tsx'
import styles from './medal.module.css'

type CellShape = 'square' | 'round' | 'diamond'

/** The shapes of a medal's nine cells by row, and the order in which the cells fill. */
interface Design {
  rows: readonly [CellShape, CellShape, CellShape]
  order: readonly number[]
}

const rowByRow = [0, 1, 2, 3, 4, 5, 6, 7, 8]
const inwards = [0, 1, 2, 5, 8, 7, 6, 3, 4]
const outwards = [4, 1, 5, 7, 3, 0, 2, 8, 6]

const plain: Design = { rows: ['square', 'square', 'square'], order: rowByRow }
/** By the server's code. An unknown code gets the plain design. */
const designs: Record<string, Design> = {
  'first-training': { rows: ['round', 'round', 'round'], order: outwards },
  'first-exam': { rows: ['diamond', 'diamond', 'diamond'], order: outwards },
  // A row for each kind of test.
  'three-types': { rows: ['round', 'square', 'diamond'], order: rowByRow },
  'ten-trainings': { rows: ['round', 'round', 'round'], order: inwards },
  'ninety-percent': { rows: ['square', 'diamond', 'square'], order: rowByRow },
}

interface MedalProps {
  code: string
  /** From 0 to 1. */
  share: number
  isEarned: boolean
}

/** The product's sign as a medal. It fills cell by cell; the last one is the sign's missing cell. Decoration. */
export function Medal({ code, share, isEarned }: MedalProps) {
  const { rows, order } = Object.hasOwn(designs, code) ? designs[code]! : plain
  const filled = isEarned ? 9 : Math.min(8, Math.floor(share * 9))
  return (
    <svg width={56} height={56} viewBox="-1 -1 34 34" aria-hidden="true" className={styles.medal}>
      {order.map((place, step) => (
        <rect
          key={place}
          {...shaped(rows[Math.floor(place / 3)]!, markCells[place]!)}
          className={step >= filled ? styles.empty : isEarned && step === 8 ? styles.last : styles.full}
        />
      ))}
    </svg>
  )
}

type Place = (typeof markCells)[number]

function shaped(shape: CellShape, { x, y, width, height, rx }: Place) {
  if (shape === 'square') return { x, y, width, height, rx }
  if (shape === 'round') return { x, y, width, height, rx: width / 2 }
  const inset = width * 0.12
  const [side, half] = [width - 2 * inset, width / 2]
  const turned = `rotate(45 ${x + half} ${y + half})`
  return { x: x + inset, y: y + inset, width: side, height: side, rx: 1.2, transform: turned }
}
