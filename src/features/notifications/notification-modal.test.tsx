// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import type { Notification } from '#contract/notification.ts'
import { notificationTexts } from '../../messages/cabinet.ts'
import { uiTexts } from '../../messages/ui-texts.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { NotificationModal } from './notification-modal.tsx'

afterEach(cleanup)

const title = 'Логічний тест IQ'

describe('[S2.23] the way from a notification into the training', () => {
  it.each<[number, string, Notification['additional_data']]>([
    [1, 'an id and a title', { purchase_pack_id: 'p1', purchase_pack_title: title }],
    [0, 'an id alone', { purchase_pack_id: 'p1' }],
    [0, 'an id and no title', { purchase_pack_id: 'p1', purchase_pack_title: null }],
    [0, 'a title alone', { purchase_pack_title: title }],
    [0, 'nothing', null],
  ])('the number of training buttons is %i in a notification whose data has %s', (count, _, additional_data) => {
    const notification = { kind: 'purchase-paid', title: 'Новина', message: 'Ось вона.', additional_data }
    render(
      <UiTextsContext value={uiTexts}>
        <MemoryRouter>
          <NotificationModal notification={notification} onClose={() => undefined} />
        </MemoryRouter>
      </UiTextsContext>,
    )
    expect(screen.getByText('Ось вона.')).toBeDefined()
    expect(screen.queryAllByText(notificationTexts.train)).toHaveLength(count)
    expect(screen.queryAllByText(title)).toHaveLength(count)
  })
})

function Address() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

describe('the button of a notification', () => {
  it.each<[string, string, Notification['additional_data'], string]>([
    [
      'result-ready',
      'Переглянути результат',
      { result: { purchase_id: 'p1', attempt_id: 'a1' } },
      '/test/test-result/p1?attempt=a1',
    ],
    ['result-ready', 'До моїх тестів', null, '/purchases'],
    ['achievement', 'До досягнень', null, '/achievements'],
  ])('a notification of the kind %s leads to its page by the button «%s»', (kind, name, additional_data, address) => {
    let closed = 0
    render(
      <UiTextsContext value={uiTexts}>
        <MemoryRouter>
          <NotificationModal
            notification={{ kind, title: 'Новина', message: 'Ось вона.', additional_data }}
            onClose={() => (closed += 1)}
          />
          <Address />
        </MemoryRouter>
      </UiTextsContext>,
    )
    fireEvent.click(screen.getByText(name))
    expect(screen.getByRole('status').textContent).toBe(address)
    expect(closed).toBe(1)
  })
})
