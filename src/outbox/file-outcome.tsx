import { outboxTexts } from '../messages/outbox.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button/button.tsx'
import { ButtonLink } from '../ui/button/button-link.tsx'
import { Notice } from '../ui/notice.tsx'
import type { Recovered } from './hand-in.ts'

interface FileOutcomeProps {
  purchaseId: string
  reply: Recovered
  onHandIn: () => void
}

/** What the server did with a file of answers, and where to go from here. */
export function FileOutcome({ purchaseId, reply, onHandIn }: FileOutcomeProps) {
  const { status, added, superseded } = reply
  const toResult = (
    <ButtonLink to={paths.result('1', purchaseId)} variant="border">
      {outboxTexts.openResult}
    </ButtonLink>
  )
  switch (status) {
    case 'merged':
      return (
        <Notice
          tone="success"
          title={outboxTexts.fileMergedTitle}
          actions={
            <>
              <ButtonLink to={paths.exam('1', purchaseId)}>{outboxTexts.continueExam}</ButtonLink>
              <Button variant="border" onClick={onHandIn}>
                {outboxTexts.handInNow}
              </Button>
            </>
          }
        >
          {outboxTexts.fileMerged} {superseded.length > 0 && outboxTexts.fileSuperseded(superseded.length)}
        </Notice>
      )
    case 'handed_in':
      return (
        <Notice tone="success" title={outboxTexts.fileHandedInTitle} actions={toResult}>
          {outboxTexts.fileHandedIn} {superseded.length > 0 && outboxTexts.fileSuperseded(superseded.length)}
        </Notice>
      )
    case 'kept':
      return (
        <Notice tone="warning" title={outboxTexts.fileKeptTitle} actions={toResult}>
          {outboxTexts.fileKept(added)}
        </Notice>
      )
  }
}
