import type { ReactNode } from 'react'
import { examTexts, storageTexts } from '../../messages/exam.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Actions } from '../../ui/modal/modal.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './screen.module.css'

/** Something is on its way; nothing is asked of the person. */
export function WaitingScreen({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.waiting}>
      <Mark size={88} busy />
      <div role="status">
        <PageTitle variant="subtitle1">{title}</PageTitle>
      </div>
      {children}
    </div>
  )
}

interface OpeningUnansweredProps {
  /** What is under way, in a sentence. */
  children: string
  onAskNow: () => void
}

/** Says that nobody has answered the call for an attempt, and what the page does about it. Offers a button to ask now. */
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

/** One fact of what is about to begin, within a `dl`. */
export function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** For a broken storage: what it means to continue anyway, and the button for it. */
export function GoOnInMemory({ isPending, onGoOn }: { isPending: boolean; onGoOn: () => void }) {
  return (
    <>
      <Text>{storageTexts.goOnMeans}</Text>
      <div>
        <Button variant="border" size="large" pending={isPending} onClick={onGoOn}>
          {storageTexts.goOn}
        </Button>
      </div>
    </>
  )
}
