import { expect, test } from 'vitest'
import { killRounds } from '../support/kill-rounds.ts'
import { startResend } from '../support/resend.ts'
import { startSmtp } from '../support/smtp.ts'

/** How often the worker is killed; `KOLAM_KILL_ROUNDS=50` is the full drill. */
const rounds = Number(process.env.KOLAM_KILL_ROUNDS ?? 1)

test('killed after sending by SMTP: no letter is lost, four are doubled at most', {
  timeout: 90_000 + rounds * 10_000,
  tags: ['random'],
}, async () => {
  const smtp = await startSmtp()
  try {
    const { letters, kills } = await killRounds(rounds, {
      url: smtp.url,
      arrived: () => smtp.delivered.length,
      until: smtp.until,
    })
    expect(kills).toBe(rounds)
    expect(new Set(smtp.delivered.map(({ mail }) => mail.messageId)).size).toBe(letters)
    expect(new Set(smtp.delivered.flatMap(({ to }) => to)).size).toBe(letters)
    expect(smtp.delivered.length - letters).toBeLessThanOrEqual(4 * kills)
  } finally {
    await smtp.close()
  }
})

test('killed after sending by an API with keys: no letter is lost or sent twice', {
  timeout: 90_000 + rounds * 10_000,
  tags: ['random'],
}, async () => {
  const resend = await startResend()
  try {
    const until = async (count: number): Promise<void> => {
      while (resend.calls.length < count) await new Promise((resolve) => resend.onCall(resolve))
    }
    const { letters, kills } = await killRounds(rounds, { url: resend.url, arrived: () => resend.calls.length, until })
    expect(kills).toBe(rounds)
    expect(resend.taken.size).toBe(letters)
    expect(new Set([...resend.taken.values()].flatMap(({ body }) => body.to)).size).toBe(letters)
  } finally {
    await resend.close()
  }
})

test('killed during 200 letters: each is sent, at most four twice per kill', {
  timeout: 180_000,
  tags: ['random'],
}, async () => {
  const smtp = await startSmtp()
  try {
    const counterpart = { url: smtp.url, arrived: () => smtp.delivered.length, until: smtp.until }
    const { letters, kills } = await killRounds(4, counterpart, 200)
    expect([letters, kills]).toEqual([205, 4])
    expect(new Set(smtp.delivered.flatMap(({ to }) => to)).size).toBe(letters)
    expect(smtp.delivered.length - letters).toBeLessThanOrEqual(4 * kills)
  } finally {
    await smtp.close()
  }
})
