import { useState } from 'react'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Link, NavLink } from '../ui/link.tsx'
import { InlineButton } from '../ui/button/inline-button.tsx'
import { Choice } from '../ui/choice.tsx'
import { Checkbox } from '../ui/field/checkbox.tsx'
import { NumberField } from '../ui/field/number-field.tsx'
import { PasswordField } from '../ui/field/password-field.tsx'
import { SelectField } from '../ui/field/select-field.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { Actions } from '../ui/modal/modal.tsx'
import { Specimen, State } from './specimen.tsx'

const variants = ['primary', 'border', 'secondary', 'tertiary', 'danger', 'link'] as const
const sizes = ['small', 'medium', 'large'] as const

export function Buttons() {
  return (
    <Specimen title="Кнопки" wide>
      {variants.map((variant) => (
        <State key={variant} name={`variant="${variant}"`}>
          <Actions>
            {sizes.map((size) => (
              <Button key={size} variant={variant} size={size}>
                {size}
              </Button>
            ))}
            <Button variant={variant} data-shown="hover">
              hover
            </Button>
            <Button variant={variant} data-shown="focus">
              focus
            </Button>
            <Button variant={variant} disabled>
              disabled
            </Button>
            <Button variant={variant} pending>
              pending
            </Button>
            <ButtonLink variant={variant} to="/">
              ButtonLink
            </ButtonLink>
          </Actions>
        </State>
      ))}
      <State name="fullWidth">
        <Button fullWidth>На всю ширину</Button>
      </State>
      <State name="InlineButton">
        <p>
          Купуючи, ви приймаєте <InlineButton>договір оферти</InlineButton>.
        </p>
      </State>
      <State name="Link, NavLink">
        <p>
          <Link to="/">На головну</Link> · <NavLink to="/">Ця сторінка</NavLink>
        </p>
      </State>
    </Specimen>
  )
}

export function Choices() {
  const [chosen, choose] = useState('друкар')
  return (
    <>
      <Specimen title="Прапорці">
        {(['square', 'round'] as const).map((shape) => (
          <State key={shape} name={`shape="${shape}"`}>
            <Checkbox shape={shape}>Порожній</Checkbox>
            <Checkbox shape={shape} defaultChecked>
              Позначений
            </Checkbox>
            <Checkbox shape={shape} data-shown="hover">
              Під вказівником
            </Checkbox>
            <Checkbox shape={shape} data-shown="focus">
              У фокусі
            </Checkbox>
            <Checkbox shape={shape} disabled>
              Недоступний
            </Checkbox>
            <Checkbox shape={shape} defaultChecked disabled>
              Позначений і недоступний
            </Checkbox>
            <Checkbox shape={shape} error="Без цієї згоди не зареєструватися">
              З помилкою
            </Checkbox>
          </State>
        ))}
      </Specimen>
      <Specimen title="Варіанти відповіді">
        <State name="radio">
          {['коваль', 'друкар'].map((value) => (
            <Choice key={value} type="radio" name="one" value={value} checked={chosen === value} onChoose={choose}>
              {value}
            </Choice>
          ))}
        </State>
        <State name="hover, focus">
          {['hover', 'focus'].map((state) => (
            <div key={state} data-around={state}>
              <Choice type="radio" name={state} value={state} checked={false} onChoose={choose}>
                {state}
              </Choice>
            </div>
          ))}
        </State>
        <State name="disabled">
          <Choice type="radio" name="read" value="a" checked disabled onChoose={choose}>
            обраний
          </Choice>
          <Choice type="checkbox" name="read" value="b" checked={false} disabled onChoose={choose}>
            необраний
          </Choice>
        </State>
        <State name="verdict">
          <Choice
            type="radio"
            name="graded"
            value="a"
            checked={false}
            disabled
            verdict="right"
            verdictText="правильна"
            onChoose={choose}
          >
            стриже
          </Choice>
          <Choice
            type="radio"
            name="graded"
            value="b"
            checked
            disabled
            verdict="wrong"
            verdictText="ваша відповідь"
            onChoose={choose}
          >
            стругає
          </Choice>
        </State>
      </Specimen>
    </>
  )
}

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
