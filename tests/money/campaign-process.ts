import { type CampaignOrder, playSchedules } from './campaign.ts'

process.once('message', (order: CampaignOrder) => {
  playSchedules(order, ({ schedules }) => process.send!({ schedules }))
    .then((tally) => process.send!({ tally }, () => process.exit(0)))
    .catch((error: unknown) => {
      console.error(error)
      process.exit(1)
    })
})
