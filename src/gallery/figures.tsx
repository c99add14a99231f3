import { type Figure, figureFills, figurePatterns, type Shape } from '#contract/figure.ts'
import { BellCurve } from '../ui/bell-curve.tsx'
import { FigureView } from '../ui/figure-view.tsx'
import { Specimen, State } from './specimen.tsx'

const paints = [
  ...figureFills.map((fill) => ({ name: `fill="${fill}"`, paint: { fill } })),
  ...figurePatterns.map((pattern) => ({ name: `pattern="${pattern}"`, paint: { fill: 'none' as const, pattern } })),
]

const drawn = (alt: string, shapes: Shape[]): Figure => ({ width: 120, height: 120, alt, shapes })

/** The drawing language of questions: each shape, each fill, each stroke; and the curve of scores. */
export function Figures() {
  return (
    <>
      <Specimen title="Фігури">
        {paints.map(({ name, paint }) => (
          <State key={name} name={name}>
            <FigureView
              figure={drawn(`Коло, квадрат і трикутник, ${name}`, [
                { shape: 'circle', cx: 30, cy: 30, r: 22, ...paint },
                { shape: 'rect', x: 68, y: 8, width: 44, height: 44, ...paint },
                {
                  shape: 'polygon',
                  points: [
                    [60, 66],
                    [90, 112],
                    [30, 112],
                  ],
                  ...paint,
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
      <Specimen title="Крива оцінок">
        <State name="BellCurve">
          <BellCurve score={{ iq: 112, low: 101, high: 123 }} label="112, імовірно від 101 до 123" average="середнє" />
        </State>
        <State name="BellCurve beyond the scale">
          <BellCurve
            score={{ iq: 131, low: 118, high: 130, iq_open: 'above', high_open: true }}
            label="Понад 130"
            average="середнє"
          />
        </State>
      </Specimen>
    </>
  )
}
