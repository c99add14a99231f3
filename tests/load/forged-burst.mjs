// Sends so many saves with forged tickets at once, from one address: `node forged-burst.mjs <origin> <calls> <address>`. A process
// of its own, so that who measures beside it is not slowed down by it. Prints the statuses with their numbers, as JSON.
import { randomBytes } from 'node:crypto'
import http from 'node:http'

const [origin, calls, address] = process.argv.slice(2)
const path = '/api/exam-answers/018f0000-0000-7000-8000-000000000000/'
const statuses = {}

function forge() {
  const body = JSON.stringify({ ticket: randomBytes(32).toString('base64url'), events: [] })
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-forwarded-for': address,
  }
  return new Promise((resolve) => {
    const request = http.request(origin + path, { method: 'PUT', headers, agent: false }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode))
    })
    request.on('error', (error) => resolve(error.code))
    request.end(body)
  })
}

await Promise.all(
  Array.from({ length: Number(calls) }, async () => {
    const status = await forge()
    statuses[status] = (statuses[status] ?? 0) + 1
  }),
)
console.log(JSON.stringify(statuses))
