import { memo, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Example } from '#contract/reading.ts'
import { failedToShow } from '../../http/api-error.ts'
import { landingTexts } from '../../messages/landing.ts'
import { failureSentence } from '../../messages/messages.ts'
import { paths } from '../../paths.ts'
import { usePrerenderedQuery } from '../../queries/prerendered-queries.ts'
import { exampleQueries } from '../../queries/reading-queries.ts'
import { Button, buttonClass } from '../../ui/button/button.tsx'
import { openModal } from '../../ui/modal/modal-store.ts'
import { Failure } from '../../ui/notice.tsx'
import { Loading } from '../../ui/page.tsx'
import { PrerenderedPiece } from '../../ui/piece/prerendered-piece.tsx'
import { lazyPiece } from '../../ui/piece/piece.ts'
import { Text } from '../../ui/text.tsx'
import { firstExample } from './first-example.ts'
import styles from './try-section.module.css'

const exampleItem = lazyPiece(() => import('../../items/example-item.tsx').then((m) => m.ExampleItem))

/** A real item to solve at once, without an account, and ways to others. */
export function TrySection() {
  const { data, error, isPending, refetch } = usePrerenderedQuery(exampleQueries.all())
  // On its way together with the items, and not before the page.
  useEffect(() => exampleItem.prepare(), [])
  const [turn, setTurn] = useState(0)
  const examples = data?.results ?? []
  const example = examples[(firstExample(examples) + turn) % Math.max(examples.length, 1)]
  if (data && example === undefined) return null
  return (
    <section className={styles.card} aria-labelledby="try-title">
      <Text as="h2" variant="subtitle2" id="try-title">
        {landingTexts.tryNow}
      </Text>
      {isPending && <Loading />}
      {failedToShow(error, data) && (
        <Failure onRetry={() => void refetch()}>{failureSentence(error, landingTexts.tryFailed)}</Failure>
      )}
      {example && <Item key={`${turn} ${example.question.id}`} example={example} turn={turn} onTurn={setTurn} />}
      <p className={styles.others}>
        {landingTexts.otherKinds.map(
          ({ type, label }) =>
            examples.some((other) => other.type === type) && (
              <Button key={type} variant="link" onClick={() => openModal({ kind: 'example', at: type })}>
                {label}
              </Button>
            ),
        )}
        <Link to={paths.examples} className={styles.all}>
          {landingTexts.allExamples}
        </Link>
      </p>
    </section>
  )
}

/** After the first verdict: six more of the kind for nothing. A guest finds them further down this page. */
const toSamples = (
  <a href="#tests" className={buttonClass({})}>
    {landingTexts.sixFree}
  </a>
)

interface ItemProps {
  example: Example
  turn: number
  onTurn: (turn: number) => void
}

/** The item stays as it was drawn until its code has come: no other change of the page may draw it again before. */
const Item = memo(
  ({ example, turn, onTurn }: ItemProps) => (
    <PrerenderedPiece
      piece={exampleItem}
      props={{ example, takesFocus: turn > 0, onNext: () => onTurn(turn + 1), wayOn: toSamples }}
    />
  ),
  // Its key says which item it is.
  () => true,
)
Item.displayName = 'Item'
