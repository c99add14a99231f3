import { useQueryClient } from '@tanstack/react-query'
import { memo, type ReactNode, useEffect, useState } from 'react'
import type { Example } from '#contract/reading.ts'
import { failedToShow } from '../../http/api-error.ts'
import { landingTexts } from '../../messages/landing.ts'
import { failureSentence } from '../../messages/messages.ts'
import { paths } from '../../paths.ts'
import { usePrerenderedQuery } from '../../queries/prerendered-queries.ts'
import { exampleQueries } from '../../queries/reading-queries.ts'
import { useSession } from '../../session/session-state.ts'
import { Button, buttonClass, type ButtonLook } from '../../ui/button/button.tsx'
import { Link } from '../../ui/link.tsx'
import { openModal } from '../../ui/modal/modal-store.ts'
import { Failure } from '../../ui/notice.tsx'
import { Loading } from '../../ui/page.tsx'
import { PrerenderedPiece } from '../../ui/piece/prerendered-piece.tsx'
import { lazyPiece } from '../../ui/piece/piece.ts'
import { Text } from '../../ui/text.tsx'
import { firstExample } from './first-example.ts'
import sectionStyles from './section.module.css'
import styles from './try-section.module.css'

const exampleItem = lazyPiece(() => import('../../items/example-item.tsx').then((m) => m.ExampleItem))

/** An example to solve, with its verdict and why. */
export function TrySection() {
  const { data, error, isPending, refetch } = usePrerenderedQuery(exampleQueries.all())
  // Fetched together with the items, and not before the page.
  useEffect(() => exampleItem.prepare(), [])
  const [turn, setTurn] = useState(0)
  const examples = data?.results ?? []
  const example = examples[(firstExample(examples) + turn) % Math.max(examples.length, 1)]
  if (data && example === undefined) return null
  return (
    <section className={`${sectionStyles.section} ${styles.columns}`} aria-labelledby="try-title">
      <div className={styles.words}>
        <Text as="h2" variant="h3" id="try-title">
          {landingTexts.tryNow}
        </Text>
        <Text variant="large" tone="soft">
          {landingTexts.tryLead}
        </Text>
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
      </div>
      <div className={styles.card}>
        {isPending && <Loading />}
        {failedToShow(error, data) && (
          <Failure onRetry={() => void refetch()}>{failureSentence(error, landingTexts.tryFailed)}</Failure>
        )}
        {example && <Item key={`${turn} ${example.question.id}`} example={example} turn={turn} onTurn={setTurn} />}
      </div>
    </section>
  )
}

/** Leads a guest to the six free questions, and a signed-in person to the tests on this page. */
export function TrialLink({ size = 'medium', children }: Pick<ButtonLook, 'size'> & { children: ReactNode }) {
  const className = buttonClass({ size })
  if (useSession().status === 'guest')
    return (
      <Link to={paths.trial} className={className}>
        {children}
      </Link>
    )
  return (
    <a href="#tests" className={className}>
      {children}
    </a>
  )
}

/** Shown after the first verdict. */
const toTrial = <TrialLink>{landingTexts.sixFree}</TrialLink>

interface ItemProps {
  example: Example
  turn: number
  onTurn: (turn: number) => void
}

/** The prerendered item stays until its code has come. Until then no other change of the page may draw it again. */
const Item = memo(
  ({ example, turn, onTurn }: ItemProps) => {
    const client = useQueryClient()
    const latest = () =>
      client
        .getQueryData(exampleQueries.all().queryKey)
        ?.results.find(({ question }) => question.id === example.question.id)
    return (
      <PrerenderedPiece
        piece={exampleItem}
        props={{ example, latest, takesFocus: turn > 0, onNext: () => onTurn(turn + 1), wayOn: toTrial }}
      />
    )
  },
  // The key identifies the item.
  () => true,
)
Item.displayName = 'Item'
