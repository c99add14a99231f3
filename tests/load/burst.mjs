// Sends so many calls together: `node burst.mjs <origin> <calls> <address> <call as JSON: method, path, body, bearer>`. `{n}` in
// the address becomes two numbers that differ for each call, `{random}` in the body a new string. A separate process, so that it
// does not slow a measuring process down. Prints the statuses with their numbers, as JSON.
import { randomBytes } from 'node:crypto'
import http from 'node:http'

const [origin, calls, address, call] = process.argv.slice(2)
const { method = 'GET', path, body, bearer } = JSON.parse(call)
const text = body === undefined ? '' : JSON.stringify(body)
const statuses = {}

function send(number) {
  const bytes = Buffer.from(text.replaceAll('{random}', () => randomBytes(32).toString('base64url')))
  const headers = {
    'content-type': 'application/json',
    'content-length': bytes.length,
    'x-forwarded-for': address.replace('{n}', `${number >> 8}.${number & 255}`),
    ...(bearer && { authorization: `Bearer ${bearer}` }),
  }
  return new Promise((resolve) => {
    const request = http.request(origin + path, { method, headers, agent: false }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode))
      // `close` comes after `end`, or instead of it: the system cuts connections when it runs out of memory for them.
      response.on('close', () => resolve('cut off'))
    })
    request.on('error', (error) => resolve(error.code))
    request.end(bytes)
  })
}

await Promise.all(
  Array.from({ length: Number(calls) }, async (_, number) => {
    const status = await send(number)
    statuses[status] = (statuses[status] ?? 0) + 1
  }),
)
console.log(JSON.stringify(statuses))
