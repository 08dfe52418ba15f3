import type { FormType } from '../shared/form-types.ts'

/** Where the HTTP API is (contract, section 4). */
export const paths = {
  submit: '/api/submit-application',
  sheet: '/api/sheet',
  otp: '/api/auth/otp',
  verify: '/api/auth/verify',
  session: '/api/auth/session',
  who: '/api/auth/who',
  logout: '/api/auth/logout',
  applications: '/api/applications',
  application: (id: string) => `/api/applications/${encodeURIComponent(id)}`,
  undo: (id: string) => `/api/applications/${encodeURIComponent(id)}/undo`,
  scores: (id: string) => `/api/applications/${encodeURIComponent(id)}/scores`,
  resume: (id: string) => `/api/applications/${encodeURIComponent(id)}/resume`,
  export: '/api/applications/export',
  events: '/api/applications/events',
  rubrics: '/api/rubrics',
  rubric: (formType: FormType) => `/api/rubrics/${formType}`,
  related: (id: string) => `/api/applications/${encodeURIComponent(id)}/related`,
  views: '/api/views',
  stats: '/api/stats',
  insights: '/api/insights',
  mail: '/api/send-otp',
  outbox: '/api/outbox',
  sendNow: '/api/outbox/wake',
  letters: '/api/letters',
  /** A letter as it would go to this applicant. */
  letter: (id: string, letter: string) => `/api/applications/${encodeURIComponent(id)}/letters/${encodeURIComponent(letter)}`,
  /** A queued or sent letter. */
  message: (id: string, message: string) => `/api/applications/${encodeURIComponent(id)}/messages/${encodeURIComponent(message)}`,
  address: (id: string) => `/api/applications/${encodeURIComponent(id)}/address`,
  write: (id: string) => `/api/applications/${encodeURIComponent(id)}/message`,
  spreadsheet: '/api/spreadsheet',
  rebuild: '/api/spreadsheet/rebuild',
} as const
