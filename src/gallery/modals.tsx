import { useState } from 'react'
import { Actions } from '../ui/actions.tsx'
import { Button } from '../ui/button/button.tsx'
import { Modal } from '../ui/modal/modal.tsx'
import { Specimen, State } from './specimen.tsx'

/** The sizes of the specification (S2.21, S2.22), and one that is as tall as what it holds. */
const sizes = {
  'default 1200 × 80vh': {},
  'contactModal 800 × 500': { width: '800px', height: '500px' },
  'changePassword 600 × 500': { width: '600px', height: '500px' },
  'testDetails 900 × 600': { width: '900px', height: '600px' },
  'fit-content': { width: '520px', height: 'fit-content' },
} as const

export function Modals() {
  const [open, setOpen] = useState<keyof typeof sizes | null>(null)
  return (
    <Specimen title="Вікна">
      {Object.keys(sizes).map((name) => (
        <State key={name} name={name}>
          <Button variant="border" onClick={() => setOpen(name as keyof typeof sizes)}>
            Відкрити
          </Button>
        </State>
      ))}
      {open !== null && (
        <Modal title={open} {...sizes[open]} onClose={() => setOpen(null)}>
          <p>Закривається хрестиком, клавішею Esc і натисканням поза вікном.</p>
          <Actions>
            <Button onClick={() => setOpen(null)}>Зрозуміло</Button>
          </Actions>
        </Modal>
      )}
    </Specimen>
  )
}
