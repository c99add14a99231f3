import { Button, ButtonLink } from '../ui/button/button.tsx'
import { InlineButton } from '../ui/button/inline-button.tsx'
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
    </Specimen>
  )
}
