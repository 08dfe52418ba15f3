import { once } from 'node:events'
import type { Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

/** What the server does with the next messages: it takes them (`take`), or fails in one of these ways. */
export type Manner =
  | 'take'
  /** 550 to the recipient. */
  | 'refuse'
  /** 450 at a recipient's first try; takes the second. */
  | 'greylist'
  /** Does not answer after the recipient. */
  | 'hang'
  /** Closes the connection after the first bytes of the message. */
  | 'close'
  /** Takes the message and closes the connection without an answer. */
  | 'take silently'
  | Reply

/** A reply with which the server refuses what it is told at this point. */
interface Reply {
  readonly at: 'connection' | 'MAIL FROM' | 'RCPT TO' | 'DATA'
  readonly reply: string
}

export interface Delivered {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
  readonly mail: Email
}

export interface Smtp {
  readonly url: string
  readonly port: number
  readonly delivered: readonly Delivered[]
  /** Every recipient that a client named, accepted or not. */
  readonly tried: readonly string[]
  /** These recipients as the clients wrote them. */
  readonly named: readonly string[]
  behave(manner: Manner | ((to: string) => Manner)): void
  /** Resolves when the server has taken `count` messages in all. */
  until(count: number): Promise<void>
  /** Resolves when clients have named `count` recipients in all, accepted or not. */
  untilTried(count: number): Promise<void>
  close(): Promise<void>
}

class Refusal extends Error {
  readonly responseCode: number
  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

const addresses = (session: SMTPServerSession): string[] => session.envelope.rcptTo.map(({ address }) => address)

const readAll = async (stream: SMTPServerDataStream): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** A real SMTP server on loopback. Port 0: a free one. `old`: it takes only ASCII addresses, as servers without SMTPUTF8 do. */
export async function startSmtp(port = 0, { old = false } = {}): Promise<Smtp> {
  const delivered: Delivered[] = []
  const tried: string[] = []
  const named: string[] = []
  const seen = new Set<string>()
  const sockets = new Map<string, Socket>()
  let waiting: { readonly done: () => boolean; readonly resolve: () => void }[] = []
  let manner: (to: string) => Manner = () => 'take'
  /** The reply with which the server refuses here; undefined when it does not. At the connection and MAIL FROM it knows no recipient. */
  const refusalAt = (at: Reply['at'], to = ''): Refusal | undefined => {
    const as = manner(to)
    if (typeof as === 'string' || as.at !== at) return undefined
    return new Refusal(Number(as.reply.slice(0, 3)), as.reply.slice(4))
  }

  const news = (): void => {
    for (const waiter of waiting) if (waiter.done()) waiter.resolve()
    waiting = waiting.filter((waiter) => !waiter.done())
  }
  const when = (done: () => boolean): Promise<void> =>
    done() ? Promise.resolve() : new Promise((resolve) => waiting.push({ done, resolve }))

  const server = new SMTPServer({
    authOptional: true,
    hideSMTPUTF8: old,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onConnect(session, reply) {
      reply(refusalAt('connection'))
      const socket = [...server.connections].find((connection) => (connection as unknown as { id: string }).id === session.id)
      if (socket === undefined) return
      const plain = (socket as unknown as { _socket: Socket })._socket
      sockets.set(session.id, plain)
      plain.prependListener('data', (chunk: Buffer) => {
        for (const [, address = ''] of `${chunk}`.matchAll(/^RCPT TO:<([^>]*)>/gm)) named.push(address)
      })
    },
    onMailFrom: (_address, _session, reply) => reply(refusalAt('MAIL FROM')),
    onRcptTo({ address }, _session, reply) {
      tried.push(address)
      news()
      // The server has decoded the domain.
      if (old && /[^ -~]/.test(named.at(-1) ?? '')) return reply(new Refusal(553, '5.6.7 Address requires SMTPUTF8'))
      const as = manner(address)
      if (as === 'refuse') return reply(new Refusal(550, '5.1.1 No such user here'))
      if (as === 'hang') return
      if (as === 'greylist' && !seen.has(address)) {
        seen.add(address)
        return reply(new Refusal(450, '4.2.0 Greylisted'))
      }
      return reply(refusalAt('RCPT TO', address))
    },
    onData(stream, session, reply) {
      const [to = ''] = addresses(session)
      const as = manner(to)
      if (as === 'close') {
        stream.once('data', () => sockets.get(session.id)?.destroy())
        stream.resume()
        return
      }
      readAll(stream).then(
        async (raw) => {
          const refusal = refusalAt('DATA', to)
          if (refusal !== undefined) return reply(refusal)
          const from = session.envelope.mailFrom
          delivered.push({
            from: from === false ? '' : from.address,
            to: addresses(session),
            raw: raw.toString('latin1'),
            mail: await PostalMime.parse(raw),
          })
          if (as === 'take silently') sockets.get(session.id)?.destroy()
          else reply()
          news()
          // The client closed the connection during the data.
        },
        () => {},
      )
    },
  })
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    delivered,
    tried,
    named,
    behave(next) {
      manner = typeof next === 'function' ? next : () => next
    },
    until: (count) => when(() => delivered.length >= count),
    untilTried: (count) => when(() => tried.length >= count),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
