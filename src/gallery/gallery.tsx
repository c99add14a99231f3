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
import { Buttons, Choices, Fields } from './controls.tsx'
import { Figures, Messages, Modals, OneModal, OneToast, Texts, toastName, Waiting } from './pieces.tsx'
import { framedName, showStates } from './specimen.tsx'

/** Every piece of src/ui in every state. `npm run dev` serves it at /src/gallery/; no build contains it. */
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
