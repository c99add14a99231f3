// Sends so many equal calls at once, from one address: `node burst.mjs <origin> <calls> <address> <call as JSON: method, path, body, bearer>`.
// A process of its own, so that who measures beside it is not slowed down by it. Prints the statuses with their numbers, as JSON.
import http from 'node:http'

const [origin, calls, address, call] = process.argv.slice(2)
const { method = 'GET', path, body, bearer } = JSON.parse(call)
const text = body === undefined ? '' : JSON.stringify(body)
const headers = {
  'content-type': 'application/json',
  'content-length': Buffer.byteLength(text),
  'x-forwarded-for': address,
  ...(bearer && { authorization: `Bearer ${bearer}` }),
}
const statuses = {}

function send() {
  return new Promise((resolve) => {
    const request = http.request(origin + path, { method, headers, agent: false }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode))
    })
    request.on('error', (error) => resolve(error.code))
    request.end(text)
  })
}

await Promise.all(
  Array.from({ length: Number(calls) }, async () => {
    const status = await send()
    statuses[status] = (statuses[status] ?? 0) + 1
  }),
)
console.log(JSON.stringify(statuses))
