import { useState } from 'react'
import { Button } from '../ui/button/button.tsx'
import { Actions, Modal } from '../ui/modal/modal.tsx'
import { Framed } from './framed.tsx'
import { Specimen, State } from './specimen.tsx'

/** The sizes of the specification (S2.21, S2.22), and one that is as tall as what it holds. */
const sizes: Record<string, { width?: string; height?: string }> = {
  'default 1200 × 80vh': {},
  'contactModal 800 × 500': { width: '800px', height: '500px' },
  'changePassword 600 × 500': { width: '600px', height: '500px' },
  'testDetails 900 × 600': { width: '900px', height: '600px' },
  'fit-content': { width: '520px', height: 'fit-content' },
}

/** Side by side in windows that are smaller than they are; opened, in this one. */
export function Modals() {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <Specimen title="Вікна">
      {Object.keys(sizes).map((name) => (
        <State key={name} name={name}>
          <Framed name={name} />
          <Button variant="border" onClick={() => setOpen(name)}>
            Відкрити
          </Button>
        </State>
      ))}
      {open !== null && <OneModal name={open} onClose={() => setOpen(null)} />}
    </Specimen>
  )
}

/** Nothing where no size has this name. */
export function OneModal({ name, onClose }: { name: string; onClose: () => void }) {
  const size = sizes[name]
  if (size === undefined) return null
  return (
    <Modal title={name} {...size} onClose={onClose}>
      <p>Закривається хрестиком, клавішею Esc і натисканням поза вікном.</p>
      <Actions>
        <Button onClick={onClose}>Зрозуміло</Button>
      </Actions>
    </Modal>
  )
}
