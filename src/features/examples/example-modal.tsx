import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failedToShow } from '../../http/api-error.ts'
import { ExampleItem } from '../../items/example-item.tsx'
import { exampleTexts } from '../../messages/examples.ts'
import { failureSentence } from '../../messages/messages.ts'
import { exampleQueries } from '../../queries/reading-queries.ts'
import { Modal } from '../../ui/modal/modal.tsx'
import { Failure } from '../../ui/notice.tsx'
import { Loading } from '../../ui/page.tsx'
import { ToFreeTest } from './to-free-test.tsx'

interface ExampleModalProps {
  /** The example's index in the list, or a kind for its first example. */
  at: number | string
  onClose: () => void
}

/** One example item with its explanation (S2.20), then the next. */
export function ExampleModal({ at, onClose }: ExampleModalProps) {
  const { data, error, isPending, refetch } = useQuery(exampleQueries.all())
  const [turn, setTurn] = useState(0)
  const examples = data?.results ?? []
  const begin =
    typeof at === 'number'
      ? at
      : Math.max(
          examples.findIndex(({ type }) => type === at),
          0,
        )
  const example = examples[(begin + turn) % Math.max(examples.length, 1)]
  return (
    // Takes more of a low window, so that all options are in view.
    <Modal title={exampleTexts.modalTitle} width="720px" height="max(80vh, min(90vh, 40rem))" onClose={onClose}>
      {isPending && <Loading />}
      {failedToShow(error, data) && (
        <Failure onRetry={() => void refetch()}>{failureSentence(error, exampleTexts.failed)}</Failure>
      )}
      {data && !example && <p>{exampleTexts.empty}</p>}
      {example && (
        <ExampleItem
          key={example.question.id}
          example={example}
          takesFocus={turn > 0}
          wayOn={<ToFreeTest onGo={onClose} />}
          onNext={examples.length > 1 ? () => setTurn(turn + 1) : undefined}
        />
      )}
    </Modal>
  )
}
