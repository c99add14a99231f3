/** Signing up; not in auth.ts, because a person who signs in does not need it. */
export const registrationTexts = {
  registerTitle: 'Реєстрація',
  registerLead: 'Кілька полів, і можна починати.',
  firstName: 'Ім’я',
  lastName: 'Прізвище',
  passwordHint: 'Щонайменше 8 символів. Значок ока праворуч показує пароль.',
  register: 'Зареєструватися',
  haveAccount: 'Уже зареєстровані?',
  toLogin: 'Увійти',

  acceptOffer: 'Приймаю',
  offer: 'договір оферти',
  acceptPrivacy: 'Погоджуюся з',
  privacy: 'політикою конфіденційності',
  acceptNewsletter: 'Хочу отримувати листи про нові тести на',
  newsletter: 'умовах розсилки',
  optional: '(необов’язково)',

  nameTooLong: 'Не більше 100 символів',
  nameLetters: 'Напишіть літерами, в один рядок',
  firstNameRequired: 'Ім’я обов’язкове',
  lastNameRequired: 'Прізвище обов’язкове',
  offerRequired: 'Без прийняття оферти зареєструватися не можна',
  privacyRequired: 'Без цієї згоди зареєструватися не можна',
  documentsFailed: 'Не вдалося завантажити документи, з якими треба погодитися. Спробуйте ще раз.',
} as const
