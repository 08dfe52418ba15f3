import { type Running, startServer, until } from './server.ts'
import { googleScript, type ScriptAnswer, type ScriptCall, startScript } from './sheet-script.ts'

/** A running server that mirrors to a spreadsheet, and its rows. */
export interface Mirroring {
  readonly server: Running
  readonly google: ReturnType<typeof googleScript>
  /** The value of SHEET_URL. */
  readonly sheetUrl: string
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
  const rows = () => google.rows('Contact')
  return {
    server,
    google,
    sheetUrl,
    rows,
    submit: async (name) => {
      const email = `${name.toLowerCase()}@example.in`
      const applied = await server.apply('Contact', { name, email, subject: 'A question', message: `Do you take ${name}?` })
      await until('the row', () => rows().find(({ id }) => id === applied.id))
      return applied.id
    },
    close: async () => {
      await server.remove()
      await script.close()
    },
  }
}
