import type { Queries } from '../../db/connect.ts'
import { notify } from './notify.ts'

/** Notifies an account's owner, in the transaction that changed its password, in case somebody else changed it. */
export async function notifyOfPasswordChange(tx: Queries, userId: string): Promise<void> {
  await notify(tx, userId, {
    kind: 'security',
    title: 'Пароль змінено',
    message:
      'Пароль вашого облікового запису щойно змінено, а сеанси на інших пристроях завершено. Якщо це були не ви, скористайтеся відновленням пароля на сторінці входу й напишіть нам.',
  })
}
