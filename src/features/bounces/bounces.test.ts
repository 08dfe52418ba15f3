import { createHmac } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { onBothDatabases } from '../../../tests/contract/on-database.ts'
import { mailerOf } from '../../../tests/support/adapters.ts'
import { type App, openApp } from '../../../tests/support/app.ts'
import { MailFault, type Message } from '../../server/mail/port.ts'
import type { Storage } from '../../server/storage/port.ts'
import { minute, second } from '../../shared/dates.ts'

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`

let open: App | undefined
afterEach(async () => {
  await open?.remove()
  open = undefined
})

interface Sent {
  readonly to?: string
  readonly type?: string
  readonly reason?: string
  /** Milliseconds by which the event is older. */
  readonly age?: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

async function openDesk(storage: Storage, refused: readonly string[] = []) {
  const mails: Message[] = []
  const app: App = await openApp({
    wrap: () => storage,
    settings: { MAIL_EVENTS_SECRET: secret },
    mailer: mailerOf((message) => {
      if (refused.includes(message.to)) throw new MailFault('550 5.1.1 No such user here', { permanent: true, ofRecipient: true })
      mails.push(message)
      if (message.code !== undefined) app.passcodes.push(message.code)
    }),
  })
  open = app
  return {
    app,
    mails,
    call: app.call,
    async apply(email: string): Promise<string> {
      app.clock.ms += minute
      const { id } = await app.apply('Accelerator', { email })
      await app.runOutbox()
      return id
    },
    /** Posts an event, signed as Resend does. */
    async event({ to = '', type = 'bounced', reason = 'mailbox unknown', age = 0, ...more }: Sent): Promise<number> {
      const at = new Date(app.clock.ms - age)
      const data = { email_id: 'e1', to: [to], ...(type === 'bounced' && { bounce: { type: 'Permanent', message: reason } }) }
      const body = more.body ?? JSON.stringify({ type: `email.${type}`, created_at: at.toISOString(), data })
      const [id, timestamp] = ['msg_1', String(Math.floor(at.getTime() / 1000))]
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
      const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
      const signed = { 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': `v1,AAAA v1,${signature}` }
      const headers = { 'content-type': 'application/json', ...signed, ...more.headers }
      return (await app.request('/api/mail-events', { method: 'POST', headers, body })).status
    },
    bounce: async (id: string) => (await app.call(`/api/applications/${id}/bounce`)).body.bounce,
    texts: async (id: string): Promise<readonly (string | undefined)[]> =>
      (await app.call(`/api/applications/${id}`)).body.history
        .map(({ event }: { event: { text?: string } }) => event.text)
        .filter(Boolean),
    bounced: async (): Promise<readonly string[]> =>
      (await app.call('/api/applications?q=has:bounced')).body.applications.map(({ id }: { readonly id: string }) => id),
  }
}

onBothDatabases((fresh) => {
  it('a letter that bounced: from the event to the corrected address to arrival', async () => {
    const desk = await openDesk(await fresh())
    const [id, other] = [await desk.apply('priya@gmial.example'), await desk.apply('asha@loom.example')]
    expect(await desk.event({ to: 'Priya@gmial.example' })).toBe(200)
    expect(await desk.bounce(id)).toEqual({ kind: 'bounce', at: expect.any(String), reason: 'mailbox unknown' })
    expect([await desk.bounced(), await desk.bounce(other)]).toEqual([[id], null])
    expect(await desk.texts(id)).toEqual(['A letter came back: mailbox unknown'])
    desk.app.clock.ms += second
    const corrected = await desk.call(`/api/applications/${id}/address`, 'POST', {
      from: 'priya@gmial.example',
      email: 'priya@gmail.example',
      again: ['confirmation'],
    })
    expect(corrected.status).toBe(200)
    expect([await desk.bounced(), await desk.bounce(id)]).toEqual([[], null])
    await desk.app.runOutbox()
    expect(desk.mails.at(-1)?.to).toBe('priya@gmail.example')
    expect(await desk.event({ to: 'priya@gmail.example', type: 'delivered' })).toBe(200)
    expect([await desk.bounce(id), await desk.texts(id)]).toEqual([null, ['A letter came back: mailbox unknown']])
  })

  it('a copy, another signature, a wrong clock and a long body change nothing', async () => {
    const desk = await openDesk(await fresh())
    const id = await desk.apply('priya@loom.example')
    const to = 'priya@loom.example'
    const wrong: readonly Readonly<Record<string, string>>[] = [
      { 'svix-signature': 'v1,AAAA' },
      { 'svix-id': 'msg_2' },
      { 'svix-timestamp': '1' },
      { 'svix-signature': '' },
    ]
    for (const headers of wrong) expect(await desk.event({ to, headers })).toBe(401)
    expect([await desk.event({ to, age: 6 * minute }), await desk.event({ to, age: -6 * minute })]).toEqual([401, 401])
    expect(await desk.event({ body: 'x'.repeat(65 * 1024) })).toBe(413)
    expect([await desk.event({ body: 'not JSON' }), await desk.event({ to, type: 'opened' })]).toEqual([200, 200])
    expect([await desk.bounce(id), await desk.texts(id)]).toEqual([null, []])

    expect([await desk.event({ to }), await desk.event({ to }), await desk.event({ to, age: minute })]).toEqual([200, 200, 200])
    expect(await desk.texts(id)).toHaveLength(1)
    desk.app.clock.ms += second
    expect(await desk.event({ to, type: 'delivered' })).toBe(200)
    expect([await desk.bounce(id), await desk.texts(id)]).toEqual([null, expect.arrayContaining(['Letters arrive again'])])
    // The copy of the earlier event.
    expect(await desk.event({ to, age: second })).toBe(200)
    expect(await desk.bounce(id)).toBeNull()
  })

  it('several events at once are written one after the other', async () => {
    const desk = await openDesk(await fresh())
    const id = await desk.apply('priya@loom.example')
    const sent = await Promise.all(Array.from({ length: 8 }, () => desk.event({ to: 'priya@loom.example' })))
    expect([new Set(sent), await desk.texts(id)]).toEqual([new Set([200]), ['A letter came back: mailbox unknown']])
  })

  it('an address that complained gets no more letters, and stays marked', async () => {
    const desk = await openDesk(await fresh())
    const id = await desk.apply('priya@loom.example')
    expect(await desk.event({ to: 'priya@loom.example', type: 'complained' })).toBe(200)
    expect(await desk.bounce(id)).toMatchObject({ kind: 'complaint' })
    const before = desk.mails.filter(({ to }) => to === 'priya@loom.example').length
    const body = { subject: 'Hello', text: 'A question' }
    expect((await desk.call(`/api/applications/${id}/message`, 'POST', body)).status).toBe(200)
    desk.app.clock.ms += minute
    await desk.app.runOutbox()
    expect(desk.mails.filter(({ to }) => to === 'priya@loom.example')).toHaveLength(before)
    expect(await desk.event({ to: 'priya@loom.example', type: 'delivered' })).toBe(200)
    expect([await desk.bounced(), await desk.texts(id)]).toEqual([
      [id],
      ['A letter was reported as spam: no more go to this address'],
    ])
  })

  it('what a mail server refuses at once is seen without events', async () => {
    const desk = await openDesk(await fresh(), ['gone@loom.example'])
    const id = await desk.apply('gone@loom.example')
    expect(await desk.bounce(id)).toMatchObject({ kind: 'bounce', reason: '550 5.1.1 No such user here' })
    expect([await desk.bounced(), await desk.texts(id)]).toEqual([[id], ['A letter came back: 550 5.1.1 No such user here']])
  })
})

it('without a secret there is no such address', async () => {
  open = await openApp()
  const posted = await open.request('/api/mail-events', { method: 'POST', body: '{}' })
  const unknown = await open.request('/api/no-such-address', { method: 'POST', body: '{}' })
  expect([posted.status, (await posted.json()).code]).toEqual([404, (await unknown.json()).code])
})
