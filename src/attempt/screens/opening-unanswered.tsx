import { examTexts } from '../../messages/exam.ts'
import { paths } from '../../paths.ts'
import { Actions } from '../../ui/actions.tsx'
import { Button } from '../../ui/button/button.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Notice } from '../../ui/notice.tsx'

interface OpeningUnansweredProps {
  /** What is going on, in a sentence. */
  children: string
  onAskNow: () => void
}

/** Nobody has answered the call for an attempt: what is done about it, and the way not to wait. */
export function OpeningUnanswered({ children, onAskNow }: OpeningUnansweredProps) {
  return (
    <Notice
      tone="warning"
      title={examTexts.openingUnanswered}
      actions={
        <Actions>
          <Button size="small" onClick={onAskNow}>
            {examTexts.askNow}
          </Button>
          <ButtonLink size="small" variant="border" to={paths.purchases}>
            {examTexts.backToPurchases}
          </ButtonLink>
        </Actions>
      }
    >
      {children}
    </Notice>
  )
}
