// Attacks the server on PORT from a separate process: `node bench/attacker.mjs KIND PORT ARGUMENTS…`. Prints its results as lines of JSON.
//   bodies PORT SECONDS ADDRESSES   16 loops send bodies of 8 MB in six shapes from ADDRESSES addresses; prints the number of responses by status
//   unfinished PORT COUNT           COUNT requests announce 8 MB, send 3 MB and then nothing; prints the number of open connections twice a second
//   guesses PORT COUNT              three rounds of COUNT guesses of the passcode, from 1,000 addresses and 20 browsers that requested one. The guesses
//                                   of the first two rounds have five digits: the server refuses them unchecked. Prints the statuses after each round
import { Agent, request } from 'node:http'
import { connect } from 'node:net'

const [kind, port, ...rest] = process.argv.slice(2)
const [amount = 0, addresses = 1] = rest.map(Number)
const size = 8_000_000

const addressOf = (n) => `198.51.${Math.floor(n / 250) % 250}.${n % 250}`

const head = (path, headers) =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

const boundary = 'kolam-attack'
const part = (name, more = '') => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
const multipart = { 'Content-Type': `multipart/form-data; boundary=${boundary}` }
const json = { 'Content-Type': 'application/json' }
const filled = (before, unit, after) =>
  Buffer.from(before + unit.repeat(Math.floor((size - before.length - after.length) / unit.length)) + after)
const internshipStart = `${part('formType')}WorkForStartups\r\n${part('resume', '; filename="resume.pdf"')}%PDF-1.7\n`
const end = `\r\n--${boundary}--\r\n`
const inChunks = (body) =>
  Buffer.concat([
    ...Array.from({ length: Math.ceil(body.length / 65_536) }, (_, n) => {
      const piece = body.subarray(n * 65_536, (n + 1) * 65_536)
      return Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
    }),
    Buffer.from('0\r\n\r\n'),
  ])

/** Bodies of 8 MB: one long text, many properties, a form that accepts HTML, a file, a part that fills the body, and a file in chunks without a length. */
const shapes = [
  [json, filled('{"formType":"Contact","message":"', "'", '"}')],
  [json, filled('{"formType":"Contact"', ',"a":[{}]', '}')],
  [{ 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' }, filled('formType=Contact&message=', '%27', '')],
  [multipart, filled(internshipStart, 'x', end)],
  [multipart, filled(part('formType'), `Contact\r\n${part('a')}`, end)],
  [{ ...multipart, 'Transfer-Encoding': 'chunked' }, inChunks(filled(internshipStart, 'x', end))],
].map(([headers, body]) => [headers['Transfer-Encoding'] ? headers : { ...headers, 'Content-Length': body.length }, body])

/** Sends a request on a new connection. Returns the status of the response, or 0 when there is none. */
function send(headers, body, from) {
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1')
    let status = 0
    socket.once('data', (answer) => {
      status = Number(answer.toString('latin1', 9, 12))
      socket.destroy()
    })
    socket.on('error', () => {})
    socket.once('close', () => resolve(status))
    socket.setTimeout(60_000, () => socket.destroy())
    socket.write(head('/api/submit-application', { 'X-Forwarded-For': addressOf(from), ...headers }))
    socket.write(body)
  })
}

const counts = {}
const count = (status) => {
  counts[status] = (counts[status] ?? 0) + 1
}

async function sendBodies() {
  const until = performance.now() + amount * 1000
  let sent = 0
  const loop = async (first) => {
    for (let n = first; performance.now() < until; n += 1) {
      sent += 1
      const [headers, body] = shapes[n % shapes.length]
      count(await send(headers, body, sent % addresses))
    }
  }
  await Promise.all(Array.from({ length: 16 }, (_, n) => loop(n)))
  console.log(JSON.stringify(counts))
}

async function sendUnfinished() {
  let open = 0
  for (let n = 0; n < amount; n += 1) {
    const [headers, body] = shapes[n % shapes.length]
    const socket = connect(Number(port), '127.0.0.1', () => {
      open += 1
      socket.write(head('/api/submit-application', { 'X-Forwarded-For': addressOf(n), ...headers }))
      socket.write(body.subarray(0, 3_000_000))
    })
    socket.on('error', () => {})
    socket.once('close', () => {
      open -= 1
    })
    socket.resume()
  }
  setInterval(() => console.log(JSON.stringify({ open })), 500)
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

/** Calls a route of the sign-in. Returns the status and the cookie that the response sets. */
function call(path, from, cookie, content) {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify({ email: 'admin@example.com', ...content })
    const headers = { ...json, 'X-Forwarded-For': addressOf(from), ...(cookie && { Cookie: cookie }) }
    request({ port, host: '127.0.0.1', agent, method: 'POST', path, headers }, (response) => {
      response.resume()
      response.once('end', () =>
        resolve({ status: response.statusCode, cookie: response.headers['set-cookie']?.[0]?.split(';')[0] }),
      )
    })
      .once('error', reject)
      .end(body)
  })
}

async function guess() {
  const browsers = []
  for (let n = 0; n < 20; n += 1) browsers.push((await call('/api/auth/otp', n, undefined, {})).cookie)
  const round = async (digits) => {
    console.log(JSON.stringify(counts))
    let next = 0
    const loop = async () => {
      while (next < amount) {
        const n = next++
        const otp = String((n * 7919) % 10 ** digits).padStart(digits, '0')
        count((await call('/api/auth/verify', n % 1000, browsers[n % 20], { otp })).status)
      }
    }
    await Promise.all(Array.from({ length: 8 }, loop))
  }
  // The first round warms up the JIT for the other two.
  for (const digits of [5, 5, 6]) await round(digits)
  console.log(JSON.stringify(counts))
  agent.destroy()
}

await { bodies: sendBodies, unfinished: sendUnfinished, guesses: guess }[kind]()
