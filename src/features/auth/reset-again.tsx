import { useMutation } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSecondsUntil } from '../../ui/use-seconds-until.ts'
import { resetTexts } from '../../messages/reset.ts'
import { Button } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { focusTitle } from '../../ui/text/focus-title.ts'
import { type AskedReset, askReset, askResetSentence } from './ask-reset.ts'

/** Milliseconds before the mail may be asked for again: most mails have come by then. */
const pauseMs = 60_000

/** «Send again», after a minute. The moment of the last mail is kept in the history, so a reload does not shorten it. */
export function ResetAgain({ asked }: { asked: AskedReset }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => askReset(asked.email),
    onSuccess: (state) => navigate(pathname, { replace: true, state }),
  })
  // The button cannot be pressed for a minute then, and keeps no focus.
  const askAgain = () => mutate(undefined, { onSuccess: focusTitle })
  const seconds = useSecondsUntil(asked.askedAt + pauseMs)
  return (
    <>
      {isSuccess && <Notice tone="success">{resetTexts.sentAgain}</Notice>}
      {error && <Notice tone="danger">{askResetSentence(error)}</Notice>}
      <div>
        <Button variant="border" disabled={seconds > 0} pending={isPending} onClick={askAgain}>
          {seconds > 0 ? resetTexts.sendAgainIn(seconds) : resetTexts.sendAgain}
        </Button>
      </div>
    </>
  )
}
