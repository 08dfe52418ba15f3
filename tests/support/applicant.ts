import type { Application } from '../../src/applications/application.ts'
import type { FormType } from '../../src/shared/form-types.ts'
import { changeForm } from './answers.ts'
import type { App } from './app.ts'
import { cookiesOf } from './server.ts'

/** An applicant's browser that has opened the private link of an application. */
export interface Applicant {
  readonly id: string
  readonly cookie: string
  /** The application as stored now. */
  stored(): Promise<Application>
  /** The form that changes some answers, by default `at` their newest revision. */
  changed(values: Readonly<Record<string, unknown>>, at?: number, resume?: File): Promise<FormData>
  /** Sends that form. */
  change(...changed: Parameters<Applicant['changed']>): Promise<Response>
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
  const { id, link } = await app.apply(type, { email, ...values })
  const cookie = cookiesOf(await app.request(link))
  const stored = async (): Promise<Application> => {
    const application = await app.storage.applications.byId(id)
    if (application === undefined) throw new Error('the application is not stored')
    return application
  }
  const changed: Applicant['changed'] = async (values, at, resume) => {
    const { answers, answersRevision } = await stored()
    return changeForm({ id, type, at: at ?? answersRevision }, { ...answers, ...values }, resume)
  }
  return {
    id,
    cookie,
    stored,
    changed,
    change: async (...values) =>
      app.request('/my/change', { method: 'POST', headers: { cookie }, body: await changed(...values) }),
    async get(path = '/my') {
      const response = await app.request(path, { headers: { cookie } })
      return { status: response.status, html: await response.text() }
    },
    post: (path, fields, headers = {}) =>
      app.request(path, { method: 'POST', body: new URLSearchParams(fields), headers: { cookie, ...headers } }),
  }
}
