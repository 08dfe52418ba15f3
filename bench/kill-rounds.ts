/**
 * `node bench/kill-rounds.ts [ROUNDS [smtp|resend]]`: kills the mail worker after the provider takes a letter and before the outbox entry is
 * marked, 300 times for each provider. Prints how many letters were lost and how many were sent twice. Do not edit the wording while it runs:
 * the worker reads it at each start, and a changed letter counts as another one.
 */
import { killRounds } from '../tests/support/kill-rounds.ts'
import { startResend } from '../tests/support/resend.ts'
import { startSmtp } from '../tests/support/smtp.ts'

const rounds = Number(process.argv[2] ?? 300)

async function overSmtp(): Promise<void> {
  const smtp = await startSmtp()
  const done = await killRounds(rounds, { url: smtp.url, arrived: () => smtp.delivered.length, until: smtp.until })
  const distinct = new Set(smtp.delivered.map(({ mail }) => mail.messageId)).size
  console.log(
    `SMTP: ${done.letters} letters, ${done.kills} kills: ${done.letters - distinct} lost, ${smtp.delivered.length - distinct} duplicates`,
  )
  await smtp.close()
}

async function overHttp(): Promise<void> {
  const resend = await startResend()
  const until = async (count: number): Promise<void> => {
    while (resend.calls.length < count) await new Promise((resolve) => resend.onCall(resolve))
  }
  const done = await killRounds(rounds, { url: resend.url, arrived: () => resend.calls.length, until })
  console.log(
    `Resend: ${done.letters} letters, ${done.kills} kills: ${done.letters - resend.taken.size} lost, ` +
      `${resend.calls.length} calls, ${resend.taken.size} messages delivered`,
  )
  await resend.close()
}

const only = process.argv[3]
if (only !== 'resend') await overSmtp()
if (only !== 'smtp') await overHttp()
