import { Button } from '../ui/button/button.tsx'
import { Countdown } from '../ui/countdown.tsx'
import { Loading } from '../ui/page.tsx'
import { Mark } from '../ui/mark.tsx'
import { lazyPiece } from '../ui/piece/piece.ts'
import { DrawnPiece } from '../ui/piece/drawn-piece.tsx'
import { PieceInPlace } from '../ui/piece/piece-in-place.tsx'
import { Progress } from '../ui/progress.tsx'
import { ShowMore, Skeleton } from '../ui/list.tsx'
import { Toast } from '../ui/toast.tsx'
import { Framed } from './framed.tsx'
import { Specimen, State } from './specimen.tsx'

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
        <State name="DrawnPiece, on its way to a page that the build has not drawn">
          <DrawnPiece piece={comingPiece} props={{}} />
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
