import { storageTexts } from '../../messages/exam.ts'
import { Button } from '../../ui/button/button.tsx'
import { Text } from '../../ui/text.tsx'

/** Beside a broken storage: what it means to go on all the same, and the button that does. */
export function GoOnInMemory({ onGoOn }: { onGoOn: () => void }) {
  return (
    <>
      <Text>{storageTexts.goOnMeans}</Text>
      <div>
        <Button variant="border" size="large" onClick={onGoOn}>
          {storageTexts.goOn}
        </Button>
      </div>
    </>
  )
}
