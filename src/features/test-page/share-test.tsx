import { soon } from '../../concurrency/soon.ts'
import { useState } from 'react'
import { testPageTexts } from '../../messages/test-page.ts'
import { Button } from '../../ui/button/button.tsx'
import { Text } from '../../ui/text/text.tsx'

/** The address of this page, for somebody else: by the device's own sheet, or where there is none, into the clipboard. */
export function ShareTest({ title }: { title: string }) {
  const [said, setSaid] = useState('')
  const share = async () => {
    const url = `${window.location.origin}${window.location.pathname}`
    // Only some browsers have it, and none without TLS.
    if ('share' in navigator) {
      try {
        // No limit: the person chooses in the device's own sheet.
        return await navigator.share({ title, url })
      } catch (error) {
        // The person has closed the sheet.
        if (error instanceof DOMException && error.name === 'AbortError') return
      }
    }
    try {
      await soon(navigator.clipboard.writeText(url))
      setSaid(testPageTexts.linkCopied)
    } catch {
      setSaid(testPageTexts.linkFailed)
    }
  }
  return (
    <>
      <Button variant="link" onClick={() => void share()}>
        {testPageTexts.share}
      </Button>
      <Text variant="small" role="status">
        {said}
      </Text>
    </>
  )
}
