import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'

export interface ResendCall {
  readonly headers: IncomingHttpHeaders
  readonly body: Readonly<Record<string, unknown>>
}

/** The answer of the stand-in. Undefined: it takes the message. `hang`: it never answers. */
export type ResendAnswer =
  | { readonly status: number; readonly body: string; readonly headers?: Record<string, string> }
  | 'hang'
  | undefined

const read = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const part of request) text += part
  return text
}

/** A stand-in of Resend's `POST /emails` on loopback. Like Resend, it sends one message for each idempotency key. */
export async function startResend() {
  const calls: ResendCall[] = []
  const taken = new Map<string, { readonly content: string; readonly id: string; readonly body: ResendCall['body'] }>()
  let answer: () => ResendAnswer = () => undefined
  const waiting: ((value: unknown) => void)[] = []

  const server = createServer(async (request, response) => {
    const respond = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (request.method !== 'POST' || request.url !== '/base/emails')
      return respond(404, { name: 'not_found', message: 'Not found' })
    const content = await read(request)
    const body = JSON.parse(content) as ResendCall['body']
    calls.push({ headers: request.headers, body })
    for (const resolve of waiting.splice(0)) resolve(undefined)
    const nextAnswer = answer()
    if (nextAnswer === 'hang') return
    if (nextAnswer !== undefined) return response.writeHead(nextAnswer.status, nextAnswer.headers).end(nextAnswer.body)
    const key = String(request.headers['idempotency-key'])
    const earlier = taken.get(key)
    if (earlier !== undefined && earlier.content !== content)
      return respond(409, {
        name: 'invalid_idempotent_request',
        message: 'Same idempotency key used with a different request payload',
      })
    const id = earlier?.id ?? `resend-${taken.size + 1}`
    taken.set(key, { content, id, body })
    return respond(200, { id })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0

  return {
    url: `http://127.0.0.1:${port}/base`,
    /** Every call, repeats included. */
    calls,
    /** The messages that were delivered, by idempotency key. */
    taken,
    behave(next: ResendAnswer | (() => ResendAnswer)) {
      answer = typeof next === 'function' ? next : () => next
    },
    /** Runs `listener` at the next call, before its answer. */
    onCall(listener: (value: unknown) => void) {
      waiting.push(listener)
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
