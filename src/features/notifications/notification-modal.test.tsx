// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
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
  ])('is %i button for a purchase with %s', (count, _, additional_data) => {
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
