/** Where the HTTP API is (contract, section 4). */
export const paths = {
  submit: '/api/submit-application',
  sheet: '/api/sheet',
  otp: '/api/auth/otp',
  verify: '/api/auth/verify',
  session: '/api/auth/session',
  logout: '/api/auth/logout',
  applications: '/api/applications',
  application: (id: string) => `/api/applications/${encodeURIComponent(id)}`,
  undo: (id: string) => `/api/applications/${encodeURIComponent(id)}/undo`,
  resume: (id: string) => `/api/applications/${encodeURIComponent(id)}/resume`,
  export: '/api/applications/export',
  stats: '/api/stats',
  mail: '/api/send-otp',
  outbox: '/api/outbox',
} as const
