import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { runInNewContext } from 'node:vm'

/** A cell of the spreadsheet. A value that was put in may have become a number or a formula. */
type Cell = string | number | { readonly formula: string }

/** Converts a value as a spreadsheet does when it is put into a cell. */
function typed(value: unknown): Cell {
  const text = String(value)
  if (text.startsWith("'")) return text.slice(1)
  if (/^[=+@]/.test(text)) return { formula: text }
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  return text
}

function fakeSheet(name: string) {
  let rows: Cell[][] = []
  let width = 26
  const at = (row: number, column: number): Cell => rows[row]?.[column] ?? ''
  const filled = (row: readonly Cell[]): number => row.findLastIndex((cell) => cell !== '') + 1

  return {
    name,
    cells: (): readonly (readonly Cell[])[] => rows,
    getLastRow: () => rows.findLastIndex((row) => filled(row) > 0) + 1,
    getLastColumn: () => Math.max(0, ...rows.map(filled)),
    getMaxColumns: () => width,
    insertColumnsAfter(_after: number, count: number) {
      width += count
    },
    setFrozenRows() {},
    deleteRow(row: number) {
      rows = rows.filter((_cells, index) => index !== row - 1)
    },
    getRange(row: number, column: number, height: number, wide: number) {
      if (row < 1 || column < 1 || height < 1 || wide < 1) throw new Error('The coordinates of the range are outside the sheet')
      if (column + wide - 1 > width) throw new Error('The range is wider than the sheet')
      const range = {
        getValues: () =>
          Array.from({ length: height }, (_r, down) =>
            Array.from({ length: wide }, (_c, right) => {
              const cell = at(row - 1 + down, column - 1 + right)
              return typeof cell === 'object' ? '#EVALUATED' : cell
            }),
          ),
        setValues(values: readonly (readonly unknown[])[]) {
          if (values.length !== height || values.some((line) => line.length !== wide))
            throw new Error('The data does not fit the range')
          values.forEach((line, down) => {
            const cells = rows[row - 1 + down] ?? []
            rows[row - 1 + down] = cells
            line.forEach((value, right) => {
              if (String(value).length > 50_000)
                throw new Error('Your input contains more than the maximum of 50000 characters in a single cell.')
              cells[column - 1 + right] = typed(value)
            })
            for (let index = 0; index < cells.length; index += 1) cells[index] ??= ''
          })
          return range
        },
        setFontWeight: () => range,
      }
      return range
    },
  }
}

export type FakeSheet = ReturnType<typeof fakeSheet>

/** The spreadsheet script on a stand-in of the Apps Script services. */
export function googleScript(file = new URL('../../integrations/google-sheets/Code.gs', import.meta.url)) {
  const sheets: FakeSheet[] = []
  const properties = new Map<string, string>()
  const logged: string[] = []
  let locked = false
  let busy = false
  let unlockedWrites = 0

  const spreadsheet = {
    getSheetByName: (name: string) => sheets.find((sheet) => sheet.name === name) ?? null,
    insertSheet(name: string) {
      const sheet = fakeSheet(name)
      sheets.push(sheet)
      return sheet
    },
  }
  const services = {
    SpreadsheetApp: {
      getActiveSpreadsheet: () => spreadsheet,
      flush() {
        if (!locked) unlockedWrites += 1
      },
    },
    LockService: {
      getScriptLock: () => ({
        tryLock: () => {
          if (busy || locked) return false
          locked = true
          return true
        },
        releaseLock() {
          locked = false
        },
      }),
    },
    PropertiesService: {
      getScriptProperties: () => ({
        getProperty: (name: string) => properties.get(name) ?? null,
        setProperty: (name: string, value: string) => properties.set(name, value),
        deleteProperty: (name: string) => properties.delete(name),
      }),
    },
    ContentService: {
      MimeType: { JSON: 'application/json' },
      createTextOutput: (content: string) => ({ content, setMimeType: () => ({ content }) }),
    },
    Utilities: {
      getUuid: () => randomUUID(),
      DigestAlgorithm: { SHA_256: 'sha256' },
      Charset: { UTF_8: 'utf8' },
      computeDigest: (_algorithm: string, text: string) => [...createHash('sha256').update(text).digest()],
    },
    Logger: { log: (line: string) => logged.push(line) },
  }
  interface Request {
    readonly parameter: Readonly<Record<string, string>>
    readonly postData?: { readonly contents: string }
  }
  const script = runInNewContext(`${readFileSync(file, 'utf8')}\n;({ setup, newKey, doGet, doPost })`, services) as {
    setup(): void
    newKey(): void
    doGet(request: Request): { readonly content: string }
    doPost(request: Request): { readonly content: string }
  }

  return {
    script,
    logged,
    key: () => properties.get('KEY') ?? '',
    isLocked: () => locked,
    unlockedWrites: () => unlockedWrites,
    /** Whether another script holds the lock. */
    setBusy(now: boolean) {
      busy = now
    },
    sheet: (name: string): FakeSheet | undefined => sheets.find((candidate) => candidate.name === name),
    /** The rows of a sheet as objects by column. */
    rows(name: string): readonly Readonly<Record<string, Cell>>[] {
      const [header = [], ...rows] = sheets.find((candidate) => candidate.name === name)?.cells() ?? []
      return rows.map((row) => Object.fromEntries(header.map((column, index) => [String(column), row[index] ?? ''])))
    },
    /** Calls the script like a web request. Returns the body of its answer. */
    get: (parameter: Readonly<Record<string, string>>) => JSON.parse(script.doGet({ parameter }).content),
    post: (body: unknown, parameter: Readonly<Record<string, string>>) =>
      JSON.parse(
        script.doPost({ parameter, postData: { contents: typeof body === 'string' ? body : JSON.stringify(body) } }).content,
      ),
  }
}

export interface ScriptCall {
  readonly method: string
  readonly query: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
}

/** The answer of a script. `hang`: it never answers; `drop`: it closes the connection. */
export type ScriptAnswer =
  | { readonly status?: number; readonly type?: string; readonly body: string; readonly retryAfter?: string | undefined }
  | 'hang'
  | 'drop'

const readBody = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const part of request) text += part
  return text
}

/**
 * A web script on loopback that answers like Apps Script: it answers a POST with a 302 to another address, where a GET fetches the answer.
 * `answer` returns the answer to a call, after the call is recorded.
 */
export async function startScript(answer: (call: ScriptCall) => ScriptAnswer | Promise<ScriptAnswer>) {
  const calls: ScriptCall[] = []
  const redirected = new Map<string, Exclude<ScriptAnswer, string>>()
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://script')
    const respond = (answered: Exclude<ScriptAnswer, string>): void => {
      const { status = 200, type = 'application/json; charset=utf-8', body, retryAfter } = answered
      response
        .writeHead(status, { 'content-type': type, ...(retryAfter !== undefined && { 'retry-after': retryAfter }) })
        .end(body)
    }
    const echo = redirected.get(url.pathname)
    if (echo !== undefined) return request.method === 'GET' ? respond(echo) : respond({ status: 405, body: '{}' })
    const text = await readBody(request)
    const call = {
      method: request.method ?? '',
      query: Object.fromEntries(url.searchParams),
      body: text === '' ? {} : JSON.parse(text),
    }
    calls.push(call)
    const answered = await answer(call)
    if (answered === 'hang') return
    if (answered === 'drop') return request.socket.destroy()
    if (request.method === 'GET' || (answered.status ?? 200) >= 400) return respond(answered)
    const path = `/echo/${calls.length}`
    redirected.set(path, answered)
    response.writeHead(302, { location: path }).end('<HTML><BODY>Moved Temporarily</BODY></HTML>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/macros/s/abc/exec`,
    calls,
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
