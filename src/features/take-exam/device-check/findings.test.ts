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

describe('the findings of the device check', () => {
  it('a healthy device gets five good findings', () => {
    const findings = findingsOf(healthy)
    expect(findings.map(({ verdict }) => verdict)).toEqual(Array(5).fill('fine'))
    expect(said({})).toMatchObject({
      'Вільне місце': ['понад 60\u00a0ГБ', 'fine'],
      Годинник: ['збігається із сервером', 'fine'],
    })
  })

  it('a broken storage is the only finding that counts as bad', () => {
    const worst = findingsOf({ storageWorks: false, bytesLeft: 0, isLasting: false, server: null })
    expect(worst.filter(({ verdict }) => verdict === 'bad').map(({ name }) => name)).toEqual(['Збереження відповідей'])
  })

  it('the free space is rounded down, and gets a warning only if it is little', () => {
    expect(said({ bytesLeft: 999_000_000 })).toMatchObject({ 'Вільне місце': ['понад 900\u00a0МБ', 'fine'] })
    expect(said({ bytesLeft: 49_000_000 })).toMatchObject({ 'Вільне місце': ['лише 40\u00a0МБ', 'mind'] })
    expect(said({ bytesLeft: 0 })).toMatchObject({ 'Вільне місце': ['лише 0\u00a0МБ', 'mind'] })
  })

  it('the finding of a wrong clock says by how much and in which direction, and that the server’s clock counts', () => {
    const clock = (offset: number) => said({ server: { took: 40, offset } })['Годинник']!
    expect(clock(-80_000)).toEqual(['поспішає на 80\u00a0с; час екзамену рахує сервер', 'mind'])
    expect(clock(300_000)[0]).toContain('відстає на 5\u00a0хв')
    expect(clock(86_400_000)[0]).toContain('відстає на 24\u00a0год')
  })

  it('the facts that the browser does not report cause no warning', () => {
    const silent = findingsOf({ ...healthy, bytesLeft: null, isLasting: null, server: { took: 40, offset: null } })
    expect(silent.map(({ verdict }) => verdict)).toEqual(['fine', 'plain', 'plain', 'fine', 'plain'])
  })

  it('the finding of the connection distinguishes a slow server from one that does not answer', () => {
    const name = 'Зв’язок із сервером'
    expect(said({ server: { took: 3_200, offset: 0 } })[name]).toEqual([
      'є, але повільний: відповідь за 3\u00a0с',
      'mind',
    ])
    expect(said({ server: null })[name]).toEqual(['сервер не відповів', 'mind'])
  })
})
