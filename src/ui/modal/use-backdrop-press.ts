import { type SyntheticEvent, useRef } from 'react'

/**
 * The handlers of a modal `<dialog>` that let a press on its backdrop close it. A drag over the edge, such as a text
 * that is selected with the mouse, ends in a `click` on the dialog too: it closes nothing, since it would lose what was
 * typed. So the press must both begin and end on the backdrop.
 */
export function useBackdropPress(close: () => void) {
  const isOnBackdrop = useRef(false)
  const isBackdrop = (event: SyntheticEvent) => event.target === event.currentTarget
  return {
    onPointerDown: (event: SyntheticEvent) => {
      isOnBackdrop.current = isBackdrop(event)
    },
    onPointerUp: (event: SyntheticEvent) => {
      isOnBackdrop.current &&= isBackdrop(event)
    },
    onClick: (event: SyntheticEvent) => {
      if (isOnBackdrop.current && isBackdrop(event)) close()
    },
  }
}
