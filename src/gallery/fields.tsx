import { NumberField } from '../ui/field/number-field.tsx'
import { PasswordField } from '../ui/field/password-field.tsx'
import { SelectField } from '../ui/field/select-field.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { Specimen, State } from './specimen.tsx'

const kinds = [
  { value: 'verbal', label: 'Вербальний' },
  { value: 'logic', label: 'Логічний' },
]

export function Fields() {
  return (
    <>
      <Specimen title="Поля">
        <State name="default">
          <TextField label="Ім’я" />
        </State>
        <State name="hover">
          <TextField label="Ім’я" data-shown="hover" />
        </State>
        <State name="focus">
          <TextField label="Ім’я" data-shown="focus" />
        </State>
        <State name="placeholder, hint">
          <TextField label="Пошук" placeholder="Наприклад, логіка" hint="Щонайменше два символи." />
        </State>
        <State name="error">
          <TextField label="Електронна пошта" defaultValue="оксана@" error="Пожалуйста, введите корректный email" />
        </State>
        <State name="isRight">
          <TextField label="Електронна пошта" defaultValue="oksana@poshta.example" isRight />
        </State>
        <State name="disabled">
          <TextField label="Відповідь" defaultValue="42" disabled />
        </State>
        <State name="SelectField">
          <SelectField label="Тип" options={kinds} />
        </State>
        <State name="SelectField error">
          <SelectField label="Тип" options={kinds} error="Оберіть тип" />
        </State>
        <State name="SelectField disabled">
          <SelectField label="Тип" options={kinds} disabled />
        </State>
        <State name="NumberField">
          <NumberField
            label="Ваша відповідь"
            hint="Потрібне число"
            signLabel="Змінити знак"
            value="−12"
            onType={() => {}}
          />
        </State>
        <State name="PasswordField">
          <PasswordField label="Пароль" autoComplete="new-password" defaultValue="довгий-пароль" />
        </State>
        <State name="PasswordField error">
          <PasswordField label="Старий пароль" autoComplete="current-password" error="Невірний старий пароль" />
        </State>
        <State name="PasswordField isRight">
          <PasswordField label="Старий пароль" autoComplete="current-password" defaultValue="довгий-пароль" isRight />
        </State>
        <State name="PasswordField disabled">
          <PasswordField label="Пароль" autoComplete="new-password" disabled />
        </State>
      </Specimen>
      <Specimen title="Довгий текст">
        <State name="multiline">
          <TextField multiline label="Повідомлення" rows={3} />
        </State>
        <State name="multiline hover">
          <TextField multiline label="Повідомлення" rows={3} data-shown="hover" />
        </State>
        <State name="multiline focus">
          <TextField multiline label="Повідомлення" rows={3} data-shown="focus" />
        </State>
        <State name="multiline isRight">
          <TextField multiline label="Повідомлення" rows={3} defaultValue="Дякую за тест" isRight />
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
