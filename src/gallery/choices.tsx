import { useState } from 'react'
import { Choice } from '../ui/choice.tsx'
import { Checkbox } from '../ui/field/checkbox.tsx'
import { Specimen, State } from './specimen.tsx'

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
