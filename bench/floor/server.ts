/**
 * `node bench/floor/server.ts FOLDER`, or the address of a PostgreSQL: the least program that keeps the promises of a submission. It parses and validates it, counts it against
 * the client's limit, answers a repeat like the first one, refuses a duplicate, and writes record, history, letter to send, idempotency key, counter and search words in one
 * transaction with one sync, together with all that arrived meanwhile, before it answers with the private link. What the product does besides is the difference that the trial
 * measures: forms as definitions, files, quarantine, deadlines, versions, related persons, logs, metrics. Prints its port.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A submission to store. */
export interface Sent {
  readonly id: string
  readonly form: string
  readonly name: string
  readonly email: string
  readonly company: string
  readonly answers: string
  readonly words: string
  readonly at: number
  readonly ip: string
  readonly duplicate: string
  readonly key: string
  readonly content: string
  /** When the key ends. */
  readonly until: number
  readonly letter: string
}

/** Stores submissions in one transaction. @returns for each the id to answer with, of an earlier one for a repeat; otherwise why it is refused */
export type Store = (batch: readonly Sent[]) => Promise<readonly ({ readonly id: string } | { readonly refused: string })[]>

const required =
  `founderName email phone companyName industry businessModel teamSize businessDescription problemSolution targetMarket currentStage cohortPreference commitmentLevel
  expectations`.split(/\s+/)
const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const [longest, limit, week] = [10_000, 1_000_000, 7 * 24 * 3_600_000]

const faultOf = (answers: Readonly<Record<string, unknown>>): string | undefined =>
  required.find((name) => typeof answers[name] !== 'string' || answers[name].trim() === '') ??
  Object.keys(answers).find((name) => String(answers[name]).length > longest) ??
  (address.test(String(answers.email)) ? undefined : 'email')

/** An id that begins with its time. */
const newId = (at: number): string => at.toString(16).padStart(12, '0') + randomBytes(10).toString('hex')

function read(body: Buffer, key: string, ip: string): Sent | undefined {
  const answers = JSON.parse(body.toString()) as Record<string, string>
  if (faultOf(answers) !== undefined) return undefined
  const { formType: form = '', founderName: name = '', email = '', companyName: company = '' } = answers
  const [at, text] = [Date.now(), JSON.stringify(answers)]
  const words = Object.values(answers).join('\n').normalize('NFKD').toLowerCase()
  const content = createHash('sha256').update(text).digest('base64url')
  const letter = JSON.stringify({ kind: 'confirmation', to: email, name, form })
  const duplicate = `${form}:${email.trim().toLowerCase()}`
  return {
    id: newId(at),
    form,
    name,
    email,
    company,
    answers: text,
    words,
    at,
    ip,
    duplicate,
    key,
    content,
    until: at + week,
    letter,
  }
}

const secret = randomBytes(32)
const linkOf = (id: string): string => `/my/${id}/${createHmac('sha256', secret).update(id).digest('base64url')}`

function answer(response: ServerResponse, status: number, content: object): void {
  const text = JSON.stringify({ success: status === 201, ...content })
  const head = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text), 'Cache-Control': 'no-store' }
  response.writeHead(status, head).end(text)
}

const target = process.argv[2] ?? ''
const store: Store = await (target.startsWith('postgres') ? import('./postgres.ts') : import('./sqlite.ts')).then(({ open }) =>
  open(target),
)
const counts = new Map<string, number>()
const waiting: { readonly sent: Sent; readonly response: ServerResponse }[] = []
let isStoring = false

async function storeWaiting(): Promise<void> {
  for (isStoring = true; waiting.length > 0; ) {
    const batch = waiting.splice(0, 64)
    const results = await store(batch.map(({ sent }) => sent))
    for (const [at, { response }] of batch.entries()) {
      const result = results[at] ?? { refused: 'lost' }
      if ('id' in result) answer(response, 201, { applicationId: result.id, privateLink: linkOf(result.id) })
      else answer(response, 409, { message: result.refused })
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  isStoring = false
}

const server = createServer((request, response) => {
  const ip = request.socket.remoteAddress ?? ''
  counts.set(ip, (counts.get(ip) ?? 0) + 1)
  if ((counts.get(ip) ?? 0) > limit) return answer(response, 429, {})
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    const sent = read(Buffer.concat(pieces), String(request.headers['idempotency-key'] ?? ''), ip)
    if (sent === undefined) return answer(response, 400, {})
    waiting.push({ sent, response })
    if (!isStoring) setImmediate(storeWaiting)
    isStoring = true
  })
})
setInterval(() => counts.clear(), 60_000).unref()
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
