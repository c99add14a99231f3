import { PasswordField } from '../ui/field/password-field.tsx'
import { SelectField } from '../ui/field/select-field.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { Specimen, State } from './specimen.tsx'

const kinds = [
  { value: 'verbal', label: 'Вербальний' },
  { value: 'logic', label: 'Логічний' },
]

/** Hover and focus are shown by pointing and by Tab. */
export function Fields() {
  return (
    <>
      <Specimen title="Поля">
        <State name="default">
          <TextField label="Ім'я" />
        </State>
        <State name="placeholder, hint">
          <TextField label="Пошук" placeholder="Наприклад, логіка" hint="Щонайменше два символи." />
        </State>
        <State name="error">
          <TextField label="Email" defaultValue="оксана@" error="Пожалуйста, введите корректный email" />
        </State>
        <State name="isRight">
          <TextField label="Email" defaultValue="oksana@poshta.example" isRight />
        </State>
        <State name="disabled">
          <TextField label="Відповідь" defaultValue="42" disabled />
        </State>
        <State name="SelectField">
          <SelectField label="Тип" options={kinds} />
        </State>
        <State name="PasswordField">
          <PasswordField label="Пароль" autoComplete="new-password" defaultValue="довгий-пароль" />
        </State>
        <State name="PasswordField error">
          <PasswordField label="Старий пароль" autoComplete="current-password" error="Невірний старий пароль" />
        </State>
      </Specimen>
      <Specimen title="Довгий текст">
        <State name="multiline">
          <TextField multiline label="Повідомлення" rows={3} />
        </State>
        <State name="multiline error">
          <TextField multiline label="Повідомлення" rows={3} error="Сообщение обязательно" />
        </State>
        <State name="multiline disabled">
          <TextField multiline label="Повідомлення" rows={3} defaultValue="Надсилаємо…" disabled />
        </State>
      </Specimen>
    </>
  )
}
