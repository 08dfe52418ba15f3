import { type Running, startServer, until } from './server.ts'
import { googleScript, type ScriptAnswer, type ScriptCall, startScript } from './sheet-script.ts'

/** A running server that mirrors to a spreadsheet, and the admin's calls to it. */
export interface Mirroring {
  readonly server: Running
  readonly google: ReturnType<typeof googleScript>
  /** What SHEET_URL is. */
  readonly sheetUrl: string
  /** A call with the admin's session; a body goes as JSON. */
  call(method: string, route: string, body?: unknown): Promise<Response>
  /** Sends a message through the contact form, and waits for its row; the application's id. */
  submit(name: string): Promise<string>
  /** The rows of the contact sheet, by column. */
  rows(): readonly Readonly<Record<string, unknown>>[]
  close(): Promise<void>
}

/** `answer` stands in for the script's own answer, where it gives one. */
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
