import { examTexts } from '../../messages/exam.ts'
import { SubmitFile } from '../../attempt/submissions/submit-file.tsx'
import { paths } from '../../paths.ts'
import styles from '../../attempt/screens/screen.module.css'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Column } from '../../ui/column.tsx'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { Text } from '../../ui/text/text.tsx'

interface NoAttemptScreenProps {
  resultUrl: string | null
  purchaseId: string
  /** The press waits for this browser's storage. */
  isAwaitingDisk: boolean
  onStart: () => void
}

/** The attempt that was asked for is over: to its result, or to a new one. */
export function NoAttemptScreen({ resultUrl, purchaseId, isAwaitingDisk, onStart }: NoAttemptScreenProps) {
  return (
    <Column width="text">
      <PageTitle>{examTexts.noAttemptTitle}</PageTitle>
      <Text>{examTexts.noAttempt}</Text>
      <div className={styles.actions}>
        <ButtonLink to={localPath(resultUrl) ?? paths.result('1', purchaseId)} size="large">
          {examTexts.openResult}
        </ButtonLink>
        <Button variant="border" size="large" pending={isAwaitingDisk} onClick={onStart}>
          {examTexts.startNew}
        </Button>
      </div>
      <SubmitFile purchaseId={purchaseId} />
    </Column>
  )
}

/** Only a path of this site is followed, whatever the server sent. */
function localPath(url: string | null): string | null {
  return url !== null && /^\/(?![/\\])/.test(url) ? url : null
}
