import type { Answering } from '../engine/exam-phase.ts'
import { examTexts } from '../messages/exam.ts'
import { Button } from '../ui/button/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useSittingTexts } from './sitting-texts.ts'

interface ElsewhereNoticeProps {
  hand: Exclude<Answering['hand'], 'here'>
  onTakeOver: () => void
}

/** Another tab or device has the writing: the question cannot be answered here meanwhile. */
export function ElsewhereNotice({ hand, onTakeOver }: ElsewhereNoticeProps) {
  const texts = useSittingTexts()
  const isTab = hand === 'other-tab'
  return (
    <Notice
      tone="warning"
      title={isTab ? texts.otherTabTitle : texts.otherDeviceTitle}
      actions={
        <Button size="small" onClick={onTakeOver}>
          {examTexts.continueHere}
        </Button>
      }
    >
      {isTab ? examTexts.otherTab : texts.otherDevice}
    </Notice>
  )
}
