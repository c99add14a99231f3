import { describe, expect, it } from 'vitest'
import type { DeviceReport } from './check-device.ts'
import { findingsOf } from './findings.ts'

const healthy: DeviceReport = {
  storageWorks: true,
  bytesLeft: 63_400_000_000,
  isLasting: true,
  server: { took: 40, offset: -300 },
}
const said = (change: Partial<DeviceReport>) =>
  Object.fromEntries(findingsOf({ ...healthy, ...change }).map(({ name, says, verdict }) => [name, [says, verdict]]))

describe('what a check of the device says', () => {
  it('finds nothing to mind on a healthy one', () => {
    const findings = findingsOf(healthy)
    expect(findings.map(({ verdict }) => verdict)).toEqual(Array(5).fill('fine'))
    expect(said({})).toMatchObject({
      'Вільне місце': ['понад 60\u00a0ГБ', 'fine'],
      Годинник: ['збігається із сервером', 'fine'],
    })
  })

  it('calls a broken storage dangerous, and nothing else', () => {
    const worst = findingsOf({ storageWorks: false, bytesLeft: 0, isLasting: false, server: null })
    expect(worst.filter(({ verdict }) => verdict === 'bad').map(({ name }) => name)).toEqual(['Збереження відповідей'])
  })

  it('rounds the space that is left down, and minds it only when it is little', () => {
    expect(said({ bytesLeft: 999_000_000 })).toMatchObject({ 'Вільне місце': ['понад 900\u00a0МБ', 'fine'] })
    expect(said({ bytesLeft: 49_000_000 })).toMatchObject({ 'Вільне місце': ['лише 40\u00a0МБ', 'mind'] })
    expect(said({ bytesLeft: 0 })).toMatchObject({ 'Вільне місце': ['лише 0\u00a0МБ', 'mind'] })
  })

  it('tells which way the clock is wrong, and that the server’s counts', () => {
    const clock = (offset: number) => said({ server: { took: 40, offset } })['Годинник']!
    expect(clock(-80_000)).toEqual(['поспішає на 80\u00a0с; час екзамену рахує сервер', 'mind'])
    expect(clock(300_000)[0]).toContain('відстає на 5\u00a0хв')
    expect(clock(86_400_000)[0]).toContain('відстає на 24\u00a0год')
  })

  it('worries nobody with what the browser does not say', () => {
    const silent = findingsOf({ ...healthy, bytesLeft: null, isLasting: null, server: { took: 40, offset: null } })
    expect(silent.map(({ verdict }) => verdict)).toEqual(['fine', 'plain', 'plain', 'fine', 'plain'])
  })

  it('tells a slow server from one that is away', () => {
    const name = 'Зв’язок із сервером'
    expect(said({ server: { took: 3_200, offset: 0 } })[name]).toEqual([
      'є, але повільний: відповідь за 3\u00a0с',
      'mind',
    ])
    expect(said({ server: null })[name]).toEqual(['сервер не відповів', 'mind'])
  })
})
