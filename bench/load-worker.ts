// The thread of one load: opens the connections, sends the requests and measures the response times.
import { connect, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { type Load, numberMark, type Outcome } from './load.ts'

const { port, pieces, connections, seconds, rate, status } = workerData as Load

/** How long to wait for pending requests after the time is over, milliseconds. */
const graceMs = 20_000

const [first = Buffer.alloc(0), ...later] = pieces.map((piece) => Buffer.from(piece))
const marks: number[] = []
for (let at = first.indexOf(numberMark); at >= 0; at = first.indexOf(numberMark, at + 1)) marks.push(at)
// A random start, so that two loads hardly ever send the same numbers.
let number = (Date.now() % 10_000) * 100_000 + Math.floor(Math.random() * 1000) * 100

function write(socket: Socket): void {
  if (marks.length === 0) socket.write(first)
  else {
    number += 1
    const copy = Buffer.from(first)
    for (const at of marks) copy.write(String(number).padStart(numberMark.length, '0'), at, 'latin1')
    socket.write(copy)
  }
  for (const piece of later) socket.write(piece)
}

interface Connection {
  readonly socket: Socket
  /** When the pending request was sent, or was due; undefined for none. */
  since: number | undefined
  /** Bytes of the body that are still to come; -1 for a body in chunks, undefined before the head. */
  missing: number | undefined
  head: Buffer
}

const durations: number[] = []
let errors = 0
let sent = 0
let pending = 0
const idle: Connection[] = []
let isOver = false

const begin = performance.now()
const end = begin + seconds * 1000

function send(connection: Connection, since: number): void {
  sent += 1
  pending += 1
  connection.since = since
  connection.missing = undefined
  write(connection.socket)
}

/** Records a complete response. The connection is then free for the next request. */
function finish(connection: Connection): void {
  const now = performance.now()
  pending -= 1
  if (rate !== undefined || now <= end) durations.push(now - (connection.since ?? now))
  connection.since = undefined
  connection.missing = undefined
  if (rate === undefined && now < end) send(connection, now)
  else idle.push(connection)
  if (pending === 0 && now >= end) report()
}

const lengthName = /content-length: *(\d+)/i

/** Reads the head of a response, which may arrive in several chunks, and counts the bytes of the body. */
function receive(connection: Connection, incoming: Buffer): void {
  let chunk = incoming
  if (connection.missing === undefined) {
    if (connection.head.length > 0) chunk = Buffer.concat([connection.head, chunk])
    const split = chunk.indexOf('\r\n\r\n')
    connection.head = split < 0 ? chunk : Buffer.alloc(0)
    if (split < 0) return
    const head = chunk.toString('latin1', 0, split)
    if (Number(head.slice(9, 12)) !== status) {
      errors += 1
      if (errors === 1) console.error(chunk.toString('utf8', 0, 600))
    }
    const hasBody = status !== 304 && status !== 204
    connection.missing = hasBody ? Number(lengthName.exec(head)?.[1] ?? -1) : 0
    chunk = chunk.subarray(split + 4)
  }
  if (connection.missing === -1) {
    if (chunk.subarray(-5).toString('latin1') === '0\r\n\r\n') finish(connection)
    return
  }
  connection.missing -= chunk.length
  if (connection.missing <= 0) finish(connection)
}

function open(): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const connection: Connection = { socket, since: undefined, missing: undefined, head: Buffer.alloc(0) }
    socket.once('connect', () => resolve(connection)).once('error', reject)
    // A server may close a connection that waits for its first request, and say so with a status.
    socket.on('data', (chunk: Buffer) => connection.since !== undefined && receive(connection, chunk))
    socket.on('close', () => {
      if (isOver) return
      if (connection.since !== undefined) {
        errors += 1
        pending -= 1
      }
      const at = idle.indexOf(connection)
      if (at >= 0) idle.splice(at, 1)
      open().then(
        (again) => idle.push(again),
        () => {},
      )
    })
  })
}

function report(): void {
  if (isOver) return
  isOver = true
  const outcome: Outcome = { durations: Float64Array.from(durations).sort(), errors: errors + pending }
  parentPort?.postMessage(outcome)
  process.exit()
}

/** Sends the requests that are due while a connection is free. The wait for a connection counts as response time. */
function pace(from: number, perMs: number): void {
  const now = performance.now()
  while (idle.length > 0 && now < end + graceMs) {
    const due = from + sent / perMs
    if (due > now || due > end) break
    send(idle.pop() as Connection, due)
  }
  const isDone = from + sent / perMs > end && pending === 0
  if (isDone) report()
  else setTimeout(pace, 1, from, perMs)
}

idle.push(...(await Promise.all(Array.from({ length: connections }, open))))
if (rate !== undefined) pace(performance.now(), rate / 1000)
else for (const connection of idle.splice(0)) send(connection, performance.now())
setTimeout(report, end - performance.now() + graceMs)
