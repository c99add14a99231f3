import type { Queries } from '../../db/connect.ts'
import { notify } from './notify.ts'

/** Tells the owner of an account, in the transaction that changed its password: so a change by somebody else is found out. */
export async function notifyOfPasswordChange(tx: Queries, userId: string): Promise<void> {
  await notify(tx, userId, {
    kind: 'security',
    title: 'Пароль змінено',
    message:
      'Пароль вашого облікового запису щойно змінено, а сеанси на інших пристроях завершено. Якщо це були не ви, скористайтеся відновленням пароля на сторінці входу й напишіть нам.',
  })
}
