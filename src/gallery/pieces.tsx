import { useState } from 'react'
import type { Figure, Shape } from '#contract/figure.ts'
import { figureFills, figurePatterns } from '#contract/figure-paint.ts'
import { BellCurve } from '../ui/bell-curve.tsx'
import { Button } from '../ui/button/button.tsx'
import { Countdown } from '../ui/countdown.tsx'
import { FigureView } from '../ui/figure-view.tsx'
import { check, cross, Icon, mail, menu, phone, write } from '../ui/icons/icon.tsx'
import * as pageDrawings from '../ui/icons/page-drawings.ts'
import { EmptyState, ShowMore, Skeleton } from '../ui/list.tsx'
import { Mark } from '../ui/mark.tsx'
import { Actions, Modal } from '../ui/modal/modal.tsx'
import { Failure, Notice, StatusNotice } from '../ui/notice.tsx'
import { Loading } from '../ui/page.tsx'
import { PrerenderedPiece } from '../ui/piece/prerendered-piece.tsx'
import { PieceInPlace } from '../ui/piece/piece-in-place.tsx'
import { lazyPiece } from '../ui/piece/piece.ts'
import { Progress } from '../ui/progress.tsx'
import { RichText } from '../ui/rich-text/rich-text.tsx'
import { MeaningContext, Sentence } from '../ui/sentence.tsx'
import { Text, type TextVariant } from '../ui/text.tsx'
import { Toast } from '../ui/toast.tsx'
import { Framed, Specimen, State } from './specimen.tsx'

const paints = [
  ...figureFills.map((fill) => ({ name: `fill="${fill}"`, paint: { fill } })),
  ...figurePatterns.map((pattern) => ({ name: `pattern="${pattern}"`, paint: { fill: 'none' as const, pattern } })),
]

const drawn = (alt: string, shapes: Shape[]): Figure => ({ width: 120, height: 120, alt, shapes })

/** The drawing language of questions (each shape, fill and stroke), and the curve of scores. */
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

const tones = ['info', 'success', 'warning', 'danger'] as const

export function Messages() {
  return (
    <>
      <Specimen title="Повідомлення">
        {tones.map((tone) => (
          <State key={tone} name={`Notice tone="${tone}"`}>
            <Notice tone={tone} title="Зв’язку немає" actions={<Button variant="border">Спробувати ще раз</Button>}>
              Відповіді зберігаються на цьому пристрої.
            </Notice>
          </State>
        ))}
        <State name="StatusNotice">
          <StatusNotice>Зміни збережено.</StatusNotice>
        </State>
        <State name="Sentence">
          <MeaningContext value={() => 'Помилка мережі'}>
            <Sentence>Ошибка сети</Sentence>
          </MeaningContext>
        </State>
      </Specimen>
      <Specimen title="Порожньо й невдача">
        <State name="EmptyState">
          <EmptyState title="Тут поки порожньо" action={<Button>Обрати тест</Button>}>
            Куплені тести з’являться на цій сторінці.
          </EmptyState>
        </State>
        <State name="Failure">
          <Failure>Помилка мережі</Failure>
        </State>
        <State name="Failure onRetry">
          <Failure onRetry={() => undefined}>Помилка мережі</Failure>
        </State>
      </Specimen>
    </>
  )
}

const variants: TextVariant[] = ['h1', 'h2', 'h3', 'h4', 'subtitle1', 'subtitle2', 'large', 'medium', 'small']
const drawings = Object.entries({ menu, cross, check, phone, mail, write, ...pageDrawings })

/** The nine sizes; the window's width chooses the narrow or the wide set. */
export function Texts() {
  return (
    <>
      <Specimen title="Тексти" wide>
        {variants.map((variant) => (
          <State key={variant} name={variant}>
            <Text as="p" variant={variant}>
              Щоб їхав ґречний гість: 149 ₴, 95 %
            </Text>
          </State>
        ))}
      </Specimen>
      <Specimen title="Тони">
        {(['ink', 'soft', 'success', 'danger'] as const).map((tone) => (
          <State key={tone} name={`tone="${tone}"`}>
            <Text tone={tone}>Відповідь збережено на сервері</Text>
          </State>
        ))}
      </Specimen>
      <Specimen title="Тексти з сервера" wide>
        <State name="RichText, markup">
          <RichText>{'<h2>Послідовності</h2><p>Який член <b>наступний</b>?</p><ul><li>3, 6, 12</li></ul>'}</RichText>
        </State>
        <State name="RichText, plain">
          <RichText>{'Перший рядок\nі другий.'}</RichText>
        </State>
      </Specimen>
      <Specimen title="Значки">
        {drawings.map(([name, drawing]) => (
          <State key={name} name={name}>
            <Icon drawing={drawing} />
          </State>
        ))}
      </Specimen>
    </>
  )
}

const comingPiece = lazyPiece<object>(() => new Promise(() => undefined))
const lostPiece = lazyPiece<object>(() => Promise.reject(new TypeError('Failed to fetch')))

const endsAt = Date.now() + 3_600_000
const inMinutes = (left: number) => `${Math.ceil(left / 60_000)} хв`

export const toastName = 'toast'

export function OneToast() {
  return (
    <Toast>
      <p>Є нова версія сайту.</p>
      <Button>Оновити</Button>
    </Toast>
  )
}

export function Waiting() {
  return (
    <>
      <Specimen title="Чекання">
        <State name="Mark">
          <Mark size={88} />
        </State>
        <State name="Mark busy">
          <Mark size={88} busy />
        </State>
        <State name="Loading">
          <Loading />
        </State>
        {[0, 45, 100].map((value) => (
          <State key={value} name={`Progress ${value}`}>
            <Progress value={value} max={100} label="Складання" />
          </State>
        ))}
        <State name="Countdown">
          <Countdown endsAt={endsAt} label="До кінця екзамену" format={inMinutes} />
        </State>
      </Specimen>
      <Specimen title="Частина сторінки">
        <State name="PieceInPlace, on its way">
          <PieceInPlace piece={comingPiece} props={{}} />
        </State>
        <State name="PieceInPlace, lost">
          <PieceInPlace piece={lostPiece} props={{}} />
        </State>
        <State name="PrerenderedPiece, on its way to a page that the build has not drawn">
          <PrerenderedPiece piece={comingPiece} props={{}} />
        </State>
      </Specimen>
      <Specimen title="Місце для списку" wide>
        <State name='Skeleton of="cards"'>
          <Skeleton of="cards" />
        </State>
        <State name='Skeleton of="rows"'>
          <Skeleton of="rows" />
        </State>
        {[false, true].map((isFetchingNextPage) => (
          <State key={String(isFetchingNextPage)} name={`ShowMore, isFetchingNextPage=${isFetchingNextPage}`}>
            <ShowMore list={{ hasNextPage: true, isFetchingNextPage, fetchNextPage: () => undefined }}>
              Показати ще
            </ShowMore>
          </State>
        ))}
      </Specimen>
      <Specimen title="Звістка внизу сторінки">
        <State name="Toast">
          <Framed name={toastName} />
        </State>
      </Specimen>
    </>
  )
}

/** The sizes of the specification (S2.21, S2.22), and one that is as tall as its content. */
const sizes: Record<string, { width?: string; height?: string }> = {
  'default 1200 × 80vh': {},
  'contactModal 800 × 500': { width: '800px', height: '500px' },
  'changePassword 600 × 500': { width: '600px', height: '500px' },
  'testDetails 900 × 600': { width: '900px', height: '600px' },
  'fit-content': { width: '520px', height: 'fit-content' },
}

/** Each modal in a small window; a button opens it in this one. */
export function Modals() {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <Specimen title="Вікна">
      {Object.keys(sizes).map((name) => (
        <State key={name} name={name}>
          <Framed name={name} />
          <Button variant="border" onClick={() => setOpen(name)}>
            Відкрити
          </Button>
        </State>
      ))}
      {open !== null && <OneModal name={open} onClose={() => setOpen(null)} />}
    </Specimen>
  )
}

export function OneModal({ name, onClose }: { name: string; onClose: () => void }) {
  const size = sizes[name]
  if (size === undefined) return null
  return (
    <Modal title={name} {...size} onClose={onClose}>
      <p>Закривається хрестиком, клавішею Esc і натисканням поза вікном.</p>
      <Actions>
        <Button onClick={onClose}>Зрозуміло</Button>
      </Actions>
    </Modal>
  )
}
