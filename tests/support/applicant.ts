import { expect } from 'vitest'
import type { Application } from '../../src/applications/application.ts'
import type { FormType } from '../../src/shared/form-types.ts'
import { answers, submission } from './answers.ts'
import type { App } from './app.ts'
import { cookiesOf } from './server.ts'

/** An applicant's browser that has opened the private link of an application. */
export interface Applicant {
  readonly id: string
  readonly cookie: string
  /** The application as stored now. */
  stored(): Promise<Application>
  /** Requests a page; by default the applicant's own. */
  get(path?: string): Promise<{ readonly status: number; readonly html: string }>
  /** Posts one of the page's forms; by default with the headers of this browser. */
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Response>
}

/** Submits an application to an app, and opens its private link. */
export async function applicantOf(
  app: App,
  email: string,
  type: FormType = 'Accelerator',
  values: Readonly<Record<string, unknown>> = {},
): Promise<Applicant> {
  const sent = await app.request('/api/submit-application', submission(type, answers(type, { email, ...values })))
  expect(sent.status).toBe(201)
  const { applicationId: id, privateLink } = await sent.json()
  const cookie = cookiesOf(await app.request(new URL(privateLink).pathname))
  return {
    id,
    cookie,
    async stored() {
      const application = await app.storage.applications.byId(id)
      if (application === undefined) throw new Error('the application is not stored')
      return application
    },
    async get(path = '/my') {
      const response = await app.request(path, { headers: { cookie } })
      return { status: response.status, html: await response.text() }
    },
    post: (path, fields, headers = {}) =>
      app.request(path, { method: 'POST', body: new URLSearchParams(fields), headers: { cookie, ...headers } }),
  }
}

const json = { 'content-type': 'application/json' }

/** Signs the admin in to an app. Returns a function for calls; a body is sent as JSON. */
export async function adminOf(app: App) {
  const cookie = await app.signIn()
  return async (path: string, method = 'GET', content?: unknown) => {
    const response = await app.request(path, {
      method,
      headers: { cookie, ...(content !== undefined && json) },
      ...(content !== undefined && { body: JSON.stringify(content) }),
    })
    return { status: response.status, body: await response.json() }
  }
}
