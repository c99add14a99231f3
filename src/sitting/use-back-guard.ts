import { useEffect, useRef, useState } from 'react'

/** Marks the entry of the history that is there only to be left first. */
const guard = { isGuard: true }

interface BackGuard {
  /** Somebody has gone back, and this page is still here. */
  readonly isAsking: boolean
  readonly stay: () => void
  readonly leave: () => void
}

/**
 * While `isOn`, going back in the history does not leave this page but asks. The router (decision 0005) cannot be told to
 * wait, so the page stands in the history twice: what is left first is itself, and the router does not hear of it.
 */
export function useBackGuard(isOn: boolean): BackGuard {
  const [isAsking, setAsking] = useState(false)
  const isLeaving = useRef(false)
  useEffect(() => {
    if (!isOn) return
    stand()
    const ask = (event: PopStateEvent) => {
      if (isLeaving.current) return
      event.stopImmediatePropagation()
      setAsking(true)
    }
    // Capturing: before the router, which listens on the window as well.
    window.addEventListener('popstate', ask, { capture: true })
    return () => {
      window.removeEventListener('popstate', ask, { capture: true })
      setAsking(false)
    }
  }, [isOn])
  return {
    isAsking,
    stay: () => {
      setAsking(false)
      stand()
    },
    leave: () => {
      isLeaving.current = true
      window.history.back()
    },
  }
}

function stand(): void {
  const { state } = window.history
  if (state?.isGuard !== true) window.history.pushState({ ...state, ...guard }, '')
}
