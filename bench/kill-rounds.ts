/** `node bench/kill-rounds.ts [ROUNDS]`: kills the mail worker between hand-over and mark, 300 times for each provider; prints what was lost and copied. */
import { killRounds } from '../tests/support/kill-rounds.ts'
import { startResend } from '../tests/support/resend.ts'
import { startSmtp } from '../tests/support/smtp.ts'

const rounds = Number(process.argv[2] ?? 300)

const smtp = await startSmtp()
const overSmtp = await killRounds(rounds, { url: smtp.url, arrived: () => smtp.delivered.length, until: smtp.until })
const distinct = new Set(smtp.delivered.map(({ mail }) => mail.messageId)).size
console.log(
  `SMTP: ${overSmtp.letters} letters, ${overSmtp.kills} kills: ${overSmtp.letters - distinct} lost, ${smtp.delivered.length - distinct} copies`,
)
await smtp.close()

const resend = await startResend()
const until = async (count: number): Promise<void> => {
  while (resend.calls.length < count) await new Promise((resolve) => resend.onCall(resolve))
}
const overHttp = await killRounds(rounds, { url: resend.url, arrived: () => resend.calls.length, until })
console.log(
  `Resend: ${overHttp.letters} letters, ${overHttp.kills} kills: ${overHttp.letters - resend.taken.size} lost, ` +
    `${resend.calls.length} calls, ${resend.taken.size} messages sent on`,
)
await resend.close()
