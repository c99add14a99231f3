import { useEffect, useState } from 'react'
import { failedToShow } from '../../cache/failed-to-show.ts'
import { failureSentence } from '../../messages/failure-sentence.ts'
import { landingTexts } from '../../messages/landing.ts'
import { exampleQueries } from '../../queries/example-queries.ts'
import { useDrawnQuery } from '../../queries/use-drawn-query.ts'
import { Button } from '../../ui/button/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Loading } from '../../ui/loading.tsx'
import { openModal } from '../../ui/modal/modal-store.ts'
import { lazyPiece } from '../../ui/piece/lazy-piece.ts'
import { PieceInPlace } from '../../ui/piece/piece-in-place.tsx'
import { Text } from '../../ui/text/text.tsx'
import styles from './try-section.module.css'

const exampleItem = lazyPiece(() => import('../../showcase/example-item.tsx').then((m) => m.ExampleItem))

/** A real item to solve at once, without an account. */
export function TrySection() {
  const { data, error, isPending, refetch } = useDrawnQuery(exampleQueries.all())
  // On its way together with the items, and not before the page.
  useEffect(() => exampleItem.prepare(), [])
  const [turn, setTurn] = useState(0)
  const examples = data?.results ?? []
  // A drawing shows at a glance what kind of thing this is.
  const first = Math.max(
    examples.findIndex(({ question }) => question.options?.some((option) => option.figure)),
    0,
  )
  const index = (first + turn) % Math.max(examples.length, 1)
  const example = examples[index]
  if (data && example === undefined) return null
  return (
    <section className={styles.card} aria-labelledby="try-title">
      <div className={styles.head}>
        <Text as="h2" variant="subtitle2" id="try-title">
          {landingTexts.tryNow}
        </Text>
        {example && (
          <Button variant="link" onClick={() => openModal({ kind: 'example', index })}>
            {landingTexts.openExample}
          </Button>
        )}
      </div>
      {isPending && <Loading />}
      {failedToShow(error, data) && (
        <Failure onRetry={() => void refetch()}>{failureSentence(error, landingTexts.tryFailed)}</Failure>
      )}
      {example && (
        <PieceInPlace
          key={`${turn} ${example.question.id}`}
          piece={exampleItem}
          props={{ example, takesFocus: turn > 0, onNext: () => setTurn(turn + 1) }}
        />
      )}
    </section>
  )
}
