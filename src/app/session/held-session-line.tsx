// A lazy boundary: shown only in a browser that stores nothing.
import { sessionTexts } from '../../messages/session.ts'
import { Text } from '../../ui/text.tsx'

/** Tells that the session ends with this page, and what to change. */
export function HeldSessionLine() {
  return (
    <div role="status">
      <Text variant="small" tone="soft">
        {sessionTexts.heldOnPage}
      </Text>
    </div>
  )
}
