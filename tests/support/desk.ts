import { expect } from 'vitest'
import { answers, submission } from './answers.ts'
import type { Running } from './server.ts'

export type Json = Record<string, any>

/** The calls of the signed-in admin to a running server. */
export interface DeskCalls {
  readonly cookie: string
  call(path: string, method?: string, body?: unknown): Promise<{ status: number; body: Json }>
  /** Submits an application. Returns its path. */
  apply(formType?: Parameters<typeof answers>[0], more?: object): Promise<string>
  /** Gives an application one status after the other. */
  decide(path: string, ...statuses: readonly string[]): Promise<void>
}

export async function signedIn(server: Running): Promise<DeskCalls> {
  const cookie = await server.signIn()
  const call: DeskCalls['call'] = async (path, method = 'GET', body) => {
    const response = await fetch(server.url + path, {
      method,
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    return { status: response.status, body: await response.json() }
  }
  return {
    cookie,
    call,
    apply: async (formType = 'Accelerator', more = {}) => {
      const sent = await fetch(`${server.url}/api/submit-application`, submission(formType, { ...answers(formType), ...more }))
      return `/api/applications/${(await sent.json()).applicationId}`
    },
    async decide(path, ...statuses) {
      for (const status of statuses) expect((await call(path, 'PATCH', { status })).status).toBe(200)
    },
  }
}
