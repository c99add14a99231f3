import '../ui/fonts.css'
import '../ui/stand-in-fonts.css'
import '../ui/tokens.css'
import '../ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { uiTexts } from '../messages/ui-texts.ts'
import { Column } from '../ui/page.tsx'
import { Text } from '../ui/text.tsx'
import { UiTextsContext } from '../ui/ui-texts.ts'
import { Buttons } from './buttons.tsx'
import { Choices } from './choices.tsx'
import { Fields } from './fields.tsx'
import { Figures } from './figures.tsx'
import { Messages } from './messages.tsx'
import { framedName } from './framed.tsx'
import { Modals, OneModal } from './modals.tsx'
import { showStates } from './show-states.ts'
import { Texts } from './texts.tsx'
import { OneToast, toastName, Waiting } from './waiting.tsx'

/** Every piece of src/ui in every state, side by side. `npm run dev` serves it at /src/gallery/; no build has it. */
function Gallery() {
  return (
    <Column>
      <Text variant="h2" as="h1">
        Галерея деталей
      </Text>
      <Buttons />
      <Fields />
      <Choices />
      <Texts />
      <Messages />
      <Waiting />
      <Modals />
      <Figures />
    </Column>
  )
}

/** A window of the gallery that shows one thing alone, which lies over it. */
function Frame({ name }: { name: string }) {
  return name === toastName ? <OneToast /> : <OneModal name={name} onClose={() => undefined} />
}

showStates()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <UiTextsContext value={uiTexts}>
      <MemoryRouter>{framedName === null ? <Gallery /> : <Frame name={framedName} />}</MemoryRouter>
    </UiTextsContext>
  </StrictMode>,
)
