import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { uiTexts } from '../messages/ui-texts.ts'
import { Column } from '../ui/column.tsx'
import { Text } from '../ui/text/text.tsx'
import { UiTextsContext } from '../ui/ui-texts.ts'
import { Buttons } from './buttons.tsx'
import { Choices } from './choices.tsx'
import { Fields } from './fields.tsx'
import { Figures } from './figures.tsx'
import { Messages } from './messages.tsx'
import { Modals } from './modals.tsx'
import { Texts } from './texts.tsx'
import { Waiting } from './waiting.tsx'

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

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <UiTextsContext value={uiTexts}>
      <MemoryRouter>
        <Gallery />
      </MemoryRouter>
    </UiTextsContext>
  </StrictMode>,
)
