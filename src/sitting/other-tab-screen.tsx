import { examTexts } from '../messages/exam.ts'
import { Button } from '../ui/button/button.tsx'
import { Column } from '../ui/column.tsx'
import { PageTitle } from '../ui/text/page-title.tsx'
import { Text } from '../ui/text/text.tsx'
import { useSittingTexts } from './sitting-texts.ts'

/** Another tab of this browser has the exam, and nothing of it is to be seen here. */
export function OtherTabScreen({ onTakeOver }: { onTakeOver: () => void }) {
  const { otherTabTitle } = useSittingTexts()
  return (
    <Column width="text">
      <PageTitle>{otherTabTitle}</PageTitle>
      <Text>{examTexts.otherTab}</Text>
      <div>
        <Button size="large" onClick={onTakeOver}>
          {examTexts.continueHere}
        </Button>
      </div>
    </Column>
  )
}
