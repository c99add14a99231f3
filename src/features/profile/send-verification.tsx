// A lazy boundary: loaded while the address is not confirmed.
import { useMutation } from '@tanstack/react-query'
import { resendVerification } from '#contract/auth.ts'
import { emailTexts } from '../../messages/profile.ts'
import { callSentence } from './call-sentence.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { Button, type ButtonLook } from '../../ui/button/button.tsx'
import { Text } from '../../ui/text.tsx'

export function SendVerification({ label, variant }: { label: string; variant: ButtonLook['variant'] & string }) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => sessionRequest(resendVerification, {}),
  })
  return (
    <>
      <Button variant={variant} disabled={isSuccess} pending={isPending} onClick={() => mutate()}>
        {label}
      </Button>
      <div role="status">
        {isSuccess && <Text variant="small">{emailTexts.letterSent}</Text>}
        {error && (
          <Text variant="small" tone="danger">
            {callSentence(error, emailTexts.letterFailed)}
          </Text>
        )}
      </div>
    </>
  )
}
