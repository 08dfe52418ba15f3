import { type Running, startServer, until } from './server.ts'
import { googleScript, type ScriptAnswer, type ScriptCall, startScript } from './sheet-script.ts'

/** A running server that mirrors to a spreadsheet, with calls of the admin. */
export interface Mirroring {
  readonly server: Running
  readonly google: ReturnType<typeof googleScript>
  /** The value of SHEET_URL. */
  readonly sheetUrl: string
  /** Calls the server with the admin's session; a body is sent as JSON. */
  call(method: string, route: string, body?: unknown): Promise<Response>
  /** Submits the contact form and waits for the row. Returns the id of the application. */
  submit(name: string): Promise<string>
  /** The rows of the contact sheet, by column. */
  rows(): readonly Readonly<Record<string, unknown>>[]
  close(): Promise<void>
}

/** Starts a server with a spreadsheet. When `answer` returns something, it replaces the answer of the script. */
export async function mirroring(
  settings: Readonly<Record<string, string>> = {},
  answer: (call: ScriptCall) => ScriptAnswer | undefined = () => undefined,
): Promise<Mirroring> {
  const google = googleScript()
  google.script.setup()
  const script = await startScript(
    (call) =>
      answer(call) ?? {
        body: JSON.stringify(call.method === 'GET' ? google.get(call.query) : google.post(call.body, call.query)),
      },
  )
  const sheetUrl = `${script.url}?key=${google.key()}`
  const server = await startServer({ SHEET_URL: sheetUrl, ...settings })
  const cookie = await server.signIn()
  const call: Mirroring['call'] = (method, route, body) =>
    fetch(server.url + route, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  const rows = () => google.rows('Contact')
  return {
    server,
    google,
    sheetUrl,
    call,
    rows,
    submit: async (name) => {
      const email = `${name.toLowerCase()}@example.in`
      const message = { formType: 'contact', name, email, subject: 'A question', message: `Do you take ${name}?` }
      const { applicationId } = (await (await call('POST', '/api/submit-application', message)).json()) as {
        applicationId: string
      }
      await until('the row', () => rows().find(({ id }) => id === applicationId))
      return applicationId
    },
    close: async () => {
      await server.remove()
      await script.close()
    },
  }
}
