import pg from 'pg'
import { type Desk, deskOf, json } from '../support/desk.ts'
import { type Nginx, startNginx } from '../support/nginx.ts'
import { type Postgres, startPostgres } from '../support/postgres.ts'
import { startResend } from '../support/resend.ts'
import { cookiesOf, freePort, type Running, startServer, until } from '../support/server.ts'
import { type Smtp, startSmtp } from '../support/smtp.ts'

export const admin = 'admin@example.com'

/** A delivered message. */
export interface Arrived {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Servers on one PostgreSQL behind nginx, with one mail provider. */
export interface Cluster extends Desk {
  /** The address of nginx, through which its calls go. */
  readonly url: string
  readonly nodes: readonly Running[]
  readonly postgres: Postgres
  readonly nginx: Nginx
  /** The mail provider: one of the two. */
  readonly smtp: Smtp | undefined
  readonly resend: Awaited<ReturnType<typeof startResend>> | undefined
  /** All delivered messages, oldest first. */
  arrived(): readonly Arrived[]
  /** Queries the database of the nodes. */
  query(statement: string): Promise<readonly Record<string, any>[]>
  /** Resolves when no outbox entry waits or is claimed. */
  untilSent(ms?: number): Promise<void>
  /**
   * Ends the leases of killed workers: stops the nodes in order, which settles their own claims, so that the remaining claims have no worker. Then
   * sets their leases back in the database, and starts the nodes again.
   */
  lapseClaims(): Promise<void>
  remove(): Promise<void>
}

export const post = (url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(url, json('POST', body, headers))

/** Waits for a passcode letter after the first `seen` messages. Returns the code of the newest one. */
export const mailedCode = (cluster: Pick<Cluster, 'arrived'>, seen: number): Promise<string> =>
  until('the passcode', () =>
    cluster
      .arrived()
      .slice(seen)
      .filter(({ to }) => to === admin)
      .map(({ text }) => /\b(\d{6})\b/.exec(text)?.[1])
      .at(-1),
  )

/** Starts a cluster, by default of three nodes, with mail by SMTP or by a stand-in of Resend. */
export async function startCluster(
  settings: Readonly<Record<string, string>> = {},
  mail: 'smtp' | 'resend' = 'smtp',
  count = 3,
): Promise<Cluster> {
  const postgres = await startPostgres()
  const smtp = mail === 'smtp' ? await startSmtp() : undefined
  const resend = mail === 'resend' ? await startResend() : undefined
  const databaseUrl = await postgres.database()
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const start = (port: number): Promise<Running> =>
    startServer({
      DATABASE_URL: databaseUrl,
      ...(smtp && { SMTP_URL: smtp.url }),
      ...(resend && { RESEND_API_KEY: 'key', RESEND_URL: resend.url }),
      ADMIN_EMAIL: admin,
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
      ...settings,
      PORT: String(port),
    })
  // All start concurrently: one of them creates the schema, the others find it.
  const nodes = await Promise.all(ports.map(start))
  const nginx = await startNginx(ports)
  const arrived = (): readonly Arrived[] =>
    smtp === undefined
      ? [...(resend?.taken.values() ?? [])].map(({ body }) => ({
          to: String(body.to),
          subject: String(body.subject),
          text: String(body.text),
        }))
      : smtp.delivered.map(({ to, mail }) => ({ to: to.join(), subject: mail.subject ?? '', text: mail.text ?? '' }))
  const query = async (statement: string): Promise<readonly Record<string, any>[]> => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }
  const signIn = async (): Promise<string> => {
    const seen = arrived().length
    const otpResponse = await post(`${nginx.url}/api/auth/otp`, { email: admin })
    if (!otpResponse.ok) throw new Error(`no passcode: ${await otpResponse.text()}`)
    const verified = await post(`${nginx.url}/api/auth/verify`, { email: admin, otp: await mailedCode({ arrived }, seen) })
    if (!verified.ok) throw new Error(`not signed in: ${await verified.text()}`)
    return cookiesOf(verified)
  }
  return {
    ...deskOf({ request: (path, init) => fetch(nginx.url + path, { redirect: 'manual', ...init }), signIn }),
    url: nginx.url,
    nodes,
    postgres,
    nginx,
    smtp,
    resend,
    arrived,
    query,
    untilSent: async (ms = 60_000) => {
      const left = `select id from outbox where state in ('waiting', 'claimed') limit 1`
      await until('the outbox to be empty', async () => ((await query(left)).length === 0 ? true : undefined), ms)
    },
    lapseClaims: async () => {
      await Promise.all(nodes.map((node) => node.stop()))
      await query(`update outbox set next_at = next_at - 60000 where state = 'claimed'`)
      await Promise.all(nodes.map((node) => node.start()))
    },
    remove: async () => {
      await nginx.remove()
      for (const node of nodes) await node.remove()
      await smtp?.close()
      await resend?.close()
      await postgres.remove()
    },
  }
}

/** Runs `work` for every item with limited concurrency. Returns the results in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item, n: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const left = items.entries()
  const worker = async (): Promise<void> => {
    for (const [n, item] of left) results[n] = await work(item, n)
  }
  await Promise.all(Array.from({ length: width }, worker))
  return results
}
