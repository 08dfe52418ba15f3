import { answers, submission } from '../support/answers.ts'

/** An acknowledged submission: its key, its id, and its applicant. */
export interface Acknowledged {
  readonly key: string
  readonly id: string
  readonly email: string
}

/** A response without an acknowledgement. The status is 0 when the connection broke. */
export interface Unacknowledged {
  readonly status: number
  readonly retryAfter: string | null
  readonly body: Record<string, any> | undefined
}

/** The only response that is allowed while there is no node or no database. */
export const away = [503, '5', 'DATABASE_CONNECTION_FAILED', 'Service temporarily unavailable. Please try again later.'] as const

/** The distinct responses without an acknowledgement. */
export const kinds = (load: Load): readonly unknown[] => [
  ...new Map(
    load.unacknowledged.map(({ status, retryAfter, body }) => {
      const outcome = [status, retryAfter, body?.code, body?.error]
      return [JSON.stringify(outcome), outcome]
    }),
  ).values(),
]

export interface Load {
  readonly acknowledged: readonly Acknowledged[]
  readonly unacknowledged: readonly Unacknowledged[]
  /** Resolves when `count` more submissions are acknowledged. */
  more(count: number): Promise<void>
  /** Starts no new submission. Resolves when all started ones are acknowledged. */
  stop(): Promise<void>
}

/** Starts senders that submit accelerator applications one by one. Each repeats a submission under its key until it is acknowledged. */
export function startLoad(url: string, senders: number): Load {
  const acknowledged: Acknowledged[] = []
  const unacknowledged: Unacknowledged[] = []
  let running = true
  const attempt = async (init: RequestInit): Promise<string | undefined> => {
    let status = 0
    try {
      const response = await fetch(`${url}/api/submit-application`, init)
      status = response.status
      const body = await response.json()
      if (status === 201) return body.applicationId
      unacknowledged.push({ status, retryAfter: response.headers.get('retry-after'), body })
    } catch {
      unacknowledged.push({ status, retryAfter: null, body: undefined })
    }
    // Like a browser, but with a shorter pause.
    await new Promise((resolve) => setTimeout(resolve, 50))
    return undefined
  }
  const sender = async (): Promise<void> => {
    while (running) {
      const key = crypto.randomUUID()
      const formAnswers = answers('Accelerator', { companyName: key })
      const init = submission('Accelerator', formAnswers, { 'Idempotency-Key': key })
      let id = await attempt(init)
      while (id === undefined) id = await attempt(init)
      acknowledged.push({ key, id, email: String(formAnswers.email) })
    }
  }
  const sending = Promise.all(Array.from({ length: senders }, sender))
  return {
    acknowledged,
    unacknowledged,
    more: async (count) => {
      const target = acknowledged.length + count
      while (acknowledged.length < target) await new Promise((resolve) => setTimeout(resolve, 20))
    },
    stop: async () => {
      running = false
      await sending
    },
  }
}
