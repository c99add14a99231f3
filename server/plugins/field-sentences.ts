/** Sentences of their own, where a field deserves better than the general ones. */
const own: Record<string, string> = {
  email: 'Введіть правильну електронну адресу.',
  new_password1: 'Пароль повинен містити мінімум 8 символів',
  password1: 'Пароль повинен містити мінімум 8 символів',
  password: 'Введіть пароль.',
  old_password: "Старий пароль обов'язковий",
  first_name: 'Вкажіть ім’я.',
  last_name: 'Вкажіть прізвище.',
  new_email: 'Введіть правильну електронну адресу.',
  description: 'Розповідь про себе може містити щонайбільше 2000 символів.',
  gender: 'Оберіть один із запропонованих варіантів.',
  region: 'Оберіть одну із запропонованих областей.',
  uid: 'Посилання неповне. Відкрийте його з листа ще раз.',
  token: 'Посилання неповне. Відкрийте його з листа ще раз.',
  code: 'Посилання неповне. Відкрийте його з листа ще раз.',
  phone_number: 'Введіть номер телефону цифрами, наприклад +380 44 123 45 67.',
  message: 'Повідомлення має містити від 10 до 5000 символів.',
  words: 'Опишіть, що не так із завданням: від 3 до 1000 символів.',
  question_id: 'Не вказано, про яке завдання йдеться.',
  number: 'Не вказано, про яке завдання йдеться.',
  consents: 'Потрібна ваша згода з умовами.',
  answers: 'Відповіді надійшли пошкодженими. Оновіть сторінку й спробуйте ще раз.',
  events: 'Відповіді надійшли пошкодженими. Оновіть сторінку й спробуйте ще раз.',
  body: 'Запит порожній або має неправильну форму.',
}

/** What is wrong with one field, in Ukrainian. `keyword` is the validator's issue code. */
export function sentenceForField(path: string, keyword: string): string {
  const field = path.split('.')[0] ?? path
  if (field.includes('password') && keyword === 'too_big') return 'Пароль може містити щонайбільше 128 символів.'
  if (field.endsWith('_name') && keyword === 'too_big') return 'Тут уміщається щонайбільше 100 символів.'
  if (field.endsWith('_name') && keyword === 'invalid_format') return 'Напишіть літерами, в один рядок.'
  if (Object.hasOwn(own, field)) return own[field]!
  if (keyword === 'too_big') return 'Одне з полів завелике.'
  if (keyword === 'too_small') return 'Одне з полів порожнє або закоротке.'
  return 'Одне з полів заповнено неправильно. Оновіть сторінку й спробуйте ще раз.'
}
