import { expect } from 'vitest'
import type { FormType } from '../../src/shared/form-types.ts'
import { answers, submission } from './answers.ts'

export type Json = Record<string, any>

/** A request with a body as JSON, unless it is undefined. */
export const json = (method: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): RequestInit => ({
  method,
  headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
  ...(body !== undefined && { body: JSON.stringify(body) }),
})

/** A server in this process or in another one. */
interface Answering {
  /** Requests a path. A redirect is not followed. */
  request(path: string, init?: RequestInit): Promise<Response>
  /** Signs in with a mailed passcode. Returns the `Cookie` header of the session. */
  signIn(): Promise<string>
}

/** An application that was received: its id, its path in the API, and the path of its private link. */
export interface Applied {
  readonly id: string
  readonly path: string
  readonly link: string
}

/** What the admin and applicants do on a server. */
export interface Desk extends Answering {
  /** The `Cookie` header of the admin's session, which begins when it is first asked for. */
  session(): Promise<string>
  /** Ends that session, so that the next one is another. */
  signOut(): Promise<void>
  /** Requests a path in that session, unless `headers` has another cookie. When the session is over, the admin signs in again. A body is sent as JSON. */
  fetch(path: string, method?: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>
  /** As `fetch`, with the answer that JSON has. */
  call(...sent: Parameters<Desk['fetch']>): Promise<{ readonly status: number; readonly body: any }>
  /** Submits an application with these answers, and others to the rest of the form. */
  apply(type?: FormType, values?: Readonly<Record<string, unknown>>): Promise<Applied>
  /** All applications that match a query of the list, the newest first, page by page. */
  listed(query?: string, limit?: number): Promise<readonly Json[]>
  /** Gives an application one status after the other. */
  decide(path: string, ...statuses: readonly string[]): Promise<void>
}

export function deskOf({ request, signIn }: Answering): Desk {
  let signedIn: Promise<string> | undefined
  const session = (): Promise<string> => {
    signedIn ??= signIn()
    return signedIn
  }
  const fetch: Desk['fetch'] = async (path, method = 'GET', body, headers = {}) => {
    if (headers.cookie !== undefined) return request(path, json(method, body, headers))
    const current = session()
    const send = async () => request(path, json(method, body, { ...headers, cookie: await session() }))
    const response = await send()
    if (response.status !== 401) return response
    if (signedIn === current) signedIn = undefined
    return send()
  }
  const call: Desk['call'] = async (...sent) => {
    const response = await fetch(...sent)
    return { status: response.status, body: await response.json() }
  }
  return {
    request,
    signIn,
    session,
    async signOut() {
      await request('/api/auth/logout', json('POST', undefined, { cookie: await session() }))
      signedIn = undefined
    },
    fetch,
    call,
    async apply(type = 'Accelerator', values = {}) {
      const sent = await request('/api/submit-application', submission(type, answers(type, values)))
      expect(sent.status).toBe(201)
      const { applicationId: id, privateLink } = await sent.json()
      return { id, path: `/api/applications/${id}`, link: new URL(privateLink).pathname }
    },
    async listed(query = '', limit = 200) {
      const all: Json[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { body } = await call(`/api/applications?${query}&limit=${limit}&cursor=${encodeURIComponent(cursor)}`)
        all.push(...body.applications)
        cursor = body.nextCursor
      }
      return all
    },
    async decide(path, ...statuses) {
      for (const status of statuses) expect((await call(path, 'PATCH', { status })).status).toBe(200)
    },
  }
}
