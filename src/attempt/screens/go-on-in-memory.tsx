import { storageTexts } from '../../messages/storage.ts'
import { Button } from '../../ui/button/button.tsx'
import { Text } from '../../ui/text/text.tsx'

/** Beside a broken storage: what it means to go on all the same, and the button that does. */
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
