import { useState } from 'react'

/**
 * A switch of the exams on this device: on until it is switched off, which is kept under `name` for the exams to come. A
 * browser that forbids storage keeps it for one attempt.
 */
export function useDeviceSwitch(name: string): readonly [isOn: boolean, turn: (on: boolean) => void] {
  const [isOn, setOn] = useState(() => isKeptOn(name))
  const turn = (on: boolean) => {
    keep(name, on)
    setOn(on)
  }
  return [isOn, turn]
}

function isKeptOn(name: string): boolean {
  try {
    return localStorage.getItem(name) === null
  } catch {
    return true
  }
}

function keep(name: string, on: boolean): void {
  try {
    if (on) localStorage.removeItem(name)
    else localStorage.setItem(name, 'yes')
  } catch {
    // Storage is forbidden or full: the attempt on the screen has it.
  }
}
