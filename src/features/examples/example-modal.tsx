import { useQuery } from '@tanstack/react-query'
import { failedToShow } from '../../cache/failed-to-show.ts'
import { exampleTexts } from '../../messages/examples.ts'
import { failureSentence } from '../../messages/failure-sentence.ts'
import { exampleQueries } from '../../queries/example-queries.ts'
import { ExampleItem } from '../../showcase/example-item.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Modal } from '../../ui/modal/modal.tsx'

/** One example item with its explanation (S2.20). */
export function ExampleModal({ index, onClose }: { index: number; onClose: () => void }) {
  const { data, error, isPending, refetch } = useQuery(exampleQueries.all())
  const example = data?.results[index]
  return (
    <Modal title={exampleTexts.modalTitle} width="720px" onClose={onClose}>
      {isPending && <Loading />}
      {failedToShow(error, data) && (
        <Failure onRetry={() => void refetch()}>{failureSentence(error, exampleTexts.failed)}</Failure>
      )}
      {data && (example ? <ExampleItem example={example} /> : <p>{exampleTexts.empty}</p>)}
    </Modal>
  )
}
