import type { Figure, Shape } from '#contract/figure.ts'
import { FigureView } from '../ui/figure/figure-view.tsx'
import { Specimen, State } from './specimen.tsx'

const fills = ['none', 'light', 'mid', 'ink'] as const

const drawn = (alt: string, shapes: Shape[]): Figure => ({ width: 120, height: 120, alt, shapes })

/** The drawing language of questions: each shape, each fill, each stroke. */
export function Figures() {
  return (
    <Specimen title="Фігури">
      {fills.map((fill) => (
        <State key={fill} name={`fill="${fill}"`}>
          <FigureView
            figure={drawn(`Коло, квадрат і трикутник, ${fill}`, [
              { shape: 'circle', cx: 30, cy: 30, r: 22, fill },
              { shape: 'rect', x: 68, y: 8, width: 44, height: 44, fill },
              {
                shape: 'polygon',
                points: [
                  [60, 66],
                  [90, 112],
                  [30, 112],
                ],
                fill,
              },
            ])}
          />
        </State>
      ))}
      <State name="line, text, dashed">
        <FigureView
          figure={drawn('Порожня клітинка зі знаком питання', [
            { shape: 'rect', x: 10, y: 10, width: 100, height: 100, fill: 'none', stroke: 'dashed' },
            { shape: 'line', from: [10, 110], to: [110, 10] },
            { shape: 'text', x: 60, y: 60, size: 40, text: '?' },
          ])}
        />
      </State>
    </Specimen>
  )
}
