import { useMutation, useQueryClient } from '@tanstack/react-query'
import { readNotifications } from '#contract/notification.ts'
import { notificationTexts } from '../../messages/cabinet.ts'
import { failureSentence } from '../../messages/failure-sentence.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { Button } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { notificationQueries } from './notification-queries.ts'

/** Marks every notification as read. */
export function ReadAllButton() {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => sessionRequest(readNotifications, { body: {} }),
    onSuccess: () => client.invalidateQueries({ queryKey: notificationQueries.newest().queryKey }),
  })
  return (
    <>
      <Button variant="border" pending={isPending} onClick={() => mutate()}>
        {notificationTexts.readAll}
      </Button>
      {error && <Notice tone="danger">{failureSentence(error, notificationTexts.readFailed)}</Notice>}
    </>
  )
}
