import { answers, submission } from './answers.ts'
import type { Running } from './server.ts'

export type Json = Record<string, any>

/** The calls of the signed-in admin to a running server. */
export interface DeskCalls {
  readonly cookie: string
  call(path: string, method?: string, body?: unknown): Promise<{ status: number; body: Json }>
  /** Submits an application. Returns its path. */
  apply(formType?: Parameters<typeof answers>[0]): Promise<string>
}

export async function signedIn(server: Running): Promise<DeskCalls> {
  const cookie = await server.signIn()
  return {
    cookie,
    call: async (path, method = 'GET', body) => {
      const response = await fetch(server.url + path, {
        method,
        headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
        body: body === undefined ? undefined : JSON.stringify(body),
      })
      return { status: response.status, body: await response.json() }
    },
    apply: async (formType = 'Accelerator') => {
      const sent = await fetch(`${server.url}/api/submit-application`, submission(formType, answers(formType)))
      return `/api/applications/${(await sent.json()).applicationId}`
    },
  }
}
