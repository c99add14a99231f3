import { parseArgs } from 'node:util'
import { connect } from './db/connect.ts'
import { grantExtraTime } from './features/exams/grant-extra-time.ts'
import { OperatorMistake } from './operator-mistake.ts'
import { findOperatorPlace, runCommand } from './operator-place.ts'

const usage = `Gives the exams of one purchase more time, and tells its owner. An exam whose clock runs keeps its time.

  npm run extra-time -- --email owner@example.org --test logichnij --factor 1.5

--factor multiplies the duration: 1.5 makes 60 minutes of 40; 1 takes extra time back.
DATABASE_URL and AUTH_SECRET are those of the servers; without DATABASE_URL it is the embedded database, which must not
be in use by npm start.`

runCommand(async () => {
  const { values } = parseArgs({
    options: { email: { type: 'string' }, test: { type: 'string' }, factor: { type: 'string' } },
  })
  const { email, test, factor } = values
  if (email === undefined || test === undefined || factor === undefined) throw new OperatorMistake(usage)

  const place = await findOperatorPlace()
  const { db, pool } = connect(place.databaseUrl, 2)
  try {
    const { minutes, isChange, isOneRunning } = await grantExtraTime(db, { email, test, factor: Number(factor) })
    const what = `${minutes.all} minutes, ${minutes.extra} of them extra`
    console.log(isChange ? `From now on: ${what}. The owner has been told.` : `It was so already: ${what}.`)
    if (isOneRunning) console.log('An exam is running: it keeps the time that it began with.')
  } finally {
    await pool.end()
    await place.leave()
  }
})
