import { expect, it } from 'vitest'
import { checkSender } from './sender.ts'

const config = { SMTP_URL: 'smtp://mail.test', RESEND_API_KEY: undefined, MAIL_FROM: 'Kolam <hello@mail.kolam.in>' }
const none = (code: string) => Promise.reject(Object.assign(new Error(code), { code }))

/** A DNS with these texts by name; other names do not exist. */
const dns = (texts: Readonly<Record<string, string>>, mx: () => Promise<never[]> = () => none('ENODATA')) => ({
  resolveMx: mx,
  resolveTxt: (name: string) => (texts[name] === undefined ? none('ENOTFOUND') : Promise.resolve([[texts[name] ?? '']])),
})
const lines = async (first: Parameters<typeof checkSender>[0], second: Parameters<typeof checkSender>[2]) =>
  (await checkSender(first, 'hello@kolam.example', second)).map(({ state, name, message }) => `${state} ${name}: ${message}`)

it('says what the domain of the sender has, lacks, and what DNS does not say', async () => {
  const complete = { 'mail.kolam.in': 'v=spf1 include:x ~all', '_dmarc.kolam.in': 'v=DMARC1; p=none' }
  const mx = async () => [{ exchange: 'mx.kolam.in', priority: 10 }] as never[]
  expect(await lines(config, dns(complete, mx))).toEqual(['ok Sender: mail.kolam.in has MX, SPF and DMARC.'])
  expect(await lines(config, dns({ 'mail.kolam.in': 'google-site-verification=x' }))).toEqual([
    'warning Sender: mail.kolam.in, which letters come from, has no MX (replies, and letters that come back, cannot arrive), ' +
      'no SPF (no server is allowed to send for it), no DMARC (large providers refuse or hide such mail). Add it to its DNS.',
  ])
  const away = { resolveMx: () => none('ETIMEOUT'), resolveTxt: () => none('ECONNREFUSED') }
  expect(await lines(config, away)).toEqual([
    'warning Sender: DNS does not answer here, so MX, SPF, DMARC of mail.kolam.in is not known.',
  ])
  expect([
    await lines({ ...config, SMTP_URL: undefined }, away),
    await lines({ ...config, MAIL_FROM: 'Kolam <hello@kolam.example>' }, away),
  ]).toEqual([[], []])
})
