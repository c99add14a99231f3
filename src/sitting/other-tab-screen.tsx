import { examTexts } from '../messages/exam.ts'
import { Button } from '../ui/button/button.tsx'
import { Column } from '../ui/column.tsx'
import { PageTitle } from '../ui/text/page-title.tsx'
import { Text } from '../ui/text/text.tsx'

/** Another tab of this browser has the exam, and nothing of it is to be seen here. */
export function OtherTabScreen({ onTakeOver }: { onTakeOver: () => void }) {
  return (
    <Column width="text">
      <PageTitle>{examTexts.otherTabTitle}</PageTitle>
      <Text>{examTexts.otherTab}</Text>
      <div>
        <Button size="large" onClick={onTakeOver}>
          {examTexts.continueHere}
        </Button>
      </div>
    </Column>
  )
}
