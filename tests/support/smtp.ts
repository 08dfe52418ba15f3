import { once } from 'node:events'
import type { Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

/** What the server does with the next messages: it takes them (`take`), or fails in one of these ways. */
export type Manner =
  | 'take'
  /** 550 to the recipient. */
  | 'refuse'
  /** 550 to the recipient, because of the sender's limit. */
  | 'over limit'
  /** 553 to the recipient, because of the sender: Postfix waits for the recipient with this. */
  | 'refuse sender'
  /** 554 to the recipient, because the server does not send for us. */
  | 'refuse relay'
  /** 554 after the message. */
  | 'refuse data'
  /** 452 to the recipient, because of its mailbox. */
  | 'full'
  /** 421 to the recipient. */
  | 'defer'
  /** 450 at a recipient's first try; takes the second. */
  | 'greylist'
  /** Does not answer after the recipient. */
  | 'hang'
  /** Closes the connection after the first bytes of the message. */
  | 'close'
  /** Takes the message and closes the connection without an answer. */
  | 'take silently'

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
      reply()
      const socket = [...server.connections].find((connection) => (connection as unknown as { id: string }).id === session.id)
      if (socket === undefined) return
      const plain = (socket as unknown as { _socket: Socket })._socket
      sockets.set(session.id, plain)
      plain.prependListener('data', (chunk: Buffer) => {
        for (const [, address = ''] of `${chunk}`.matchAll(/^RCPT TO:<([^>]*)>/gm)) named.push(address)
      })
    },
    onRcptTo({ address }, _session, reply) {
      tried.push(address)
      news()
      // The server has decoded the domain.
      if (old && /[^ -~]/.test(named.at(-1) ?? '')) return reply(new Refusal(553, '5.6.7 Address requires SMTPUTF8'))
      const as = manner(address)
      if (as === 'refuse') return reply(new Refusal(550, '5.1.1 No such user here'))
      if (as === 'refuse sender')
        return reply(new Refusal(553, '5.7.1 <hello@kolam.example>: Sender address rejected: not owned by user kolam'))
      if (as === 'refuse relay') return reply(new Refusal(554, `5.7.1 <${address}>: Relay access denied`))
      if (as === 'over limit') return reply(new Refusal(550, '5.4.5 Daily user sending limit exceeded'))
      if (as === 'full') return reply(new Refusal(452, '4.2.2 Mailbox full'))
      if (as === 'defer') return reply(new Refusal(421, '4.3.2 Try again later'))
      if (as === 'hang') return
      if (as === 'greylist' && !seen.has(address)) {
        seen.add(address)
        return reply(new Refusal(450, '4.2.0 Greylisted'))
      }
      return reply()
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
          if (as === 'refuse data') return reply(new Refusal(554, '5.7.1 Message refused'))
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
