import { answerFile } from '../../api/paths.ts'
import type { Application } from '../../applications/application.ts'
import { allForms } from '../../forms/definitions/all.ts'
import type { Form } from '../../forms/form.ts'
import { sheetRow } from '../../forms/views/as-text.ts'
import { second } from '../../shared/dates.ts'
import { parseJson } from '../../shared/json.ts'
import { type Capability, type Sheet, SheetFault, type SheetQuery } from './port.ts'

interface ScriptOptions {
  /** SHEET_URL */
  readonly url: string
  /** PUBLIC_URL, for the link from a row to its file. */
  readonly siteUrl: string
  /** The time limit of a call, redirects included, milliseconds; shorter than the lease of a claim. */
  readonly timeoutMs?: number
}

/** The limit of a response. */
const maxResponseBytes = 50 * 1024 * 1024

const shorten = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 200)

/** The answers of an application's row, by name. */
function answersOf(application: Application, form: Form, siteUrl: string): Record<string, string> {
  const fields = sheetRow(form, application.answers, application.ip)
  for (const [name, field] of Object.entries(form.fields))
    if (field.kind === 'file' && fields[name])
      fields[name] += `\n${siteUrl.replace(/(?<!\/)\/+$/, '')}${answerFile(application.id, name)}`
  return { ...fields, [form.applicant.email]: application.applicantEmail }
}

/** The row of an application, by column (contract, section 6). */
export function rowOf(application: Application, form: Form, siteUrl: string): Record<string, string> {
  return {
    ...answersOf(application, form, siteUrl),
    sheet: form.sheet,
    id: application.id,
    form_type: application.formType,
    status: application.status,
    timestamp: application.submittedAt.toISOString(),
    submissionIP: application.ip,
  }
}

const looksLikeHtml = (type: string, text: string): boolean =>
  /\bhtml\b/i.test(type) || /^\s*<(!doctype|html|head|body)\b/i.test(text)

/** The script's own error message in a response; undefined when there is none. */
function errorIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || (body as { success?: unknown }).success !== false) return undefined
  const { error, message } = body as { error?: unknown; message?: unknown }
  const reason = [error, message].find((text) => typeof text === 'string' && text !== '')
  return shorten(typeof reason === 'string' ? reason : 'The script answered success: false')
}

/**
 * Calls a script. Apps Script responds to a POST with a 302 to an address from which the result is fetched with GET. A redirect that repeats the POST (307,
 * 308) is followed on the same origin only, so that no other host gets the row.
 */
async function fetchScript(target: URL, signal: AbortSignal, body: string | undefined): Promise<Response> {
  if (body === undefined) return fetch(target, { redirect: 'follow', signal })
  let from = target
  for (let hops = 0; hops < 5; hops += 1) {
    const answer = await fetch(from, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'manual',
      signal,
    })
    const location = answer.headers.get('location')
    if (answer.status < 300 || answer.status > 399 || location === null) return answer
    await answer.body?.cancel()
    const to = new URL(location, from)
    if (answer.status !== 307 && answer.status !== 308) return fetch(to, { redirect: 'follow', signal })
    if (to.origin !== target.origin)
      throw new SheetFault(`The spreadsheet answered ${answer.status}: it wants the row sent to ${to.host}`)
    from = to
  }
  throw new SheetFault('The spreadsheet redirects too often')
}

/** Whether a status says nothing about the call: Google answers with 429 and 5xx when a quota is used up, or a service is down. */
const isTemporary = (status: number): boolean => status === 429 || status >= 500

/** The pause of a `Retry-After` header in milliseconds: seconds or a date (RFC 9110, section 10.2.3). Undefined without a valid one. */
function pauseOf(header: string | null): number | undefined {
  const ms = /^\d{1,6}$/.test(header ?? '') ? Number(header) * second : Date.parse(header ?? '') - Date.now()
  return ms > 0 ? ms : undefined
}

/** The text of a response of at most `maxResponseBytes`. @throws SheetFault for a longer one, which is not read further */
async function readText(answer: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of answer.body ?? []) {
    size += piece.byteLength
    if (size > maxResponseBytes) throw new SheetFault('The answer of the spreadsheet is too long')
    pieces.push(piece)
  }
  return new TextDecoder().decode(Buffer.concat(pieces))
}

/** The body of a response that accepts the call: 2xx, not HTML, not `success: false`. @throws SheetFault */
async function callScript(target: URL, timeoutMs: number, body?: Readonly<Record<string, unknown>>): Promise<unknown> {
  let status: number
  let type: string
  let text: string
  let retryAfter: string | null
  try {
    const answer = await fetchScript(target, AbortSignal.timeout(timeoutMs), body && JSON.stringify(body))
    status = answer.status
    type = answer.headers.get('content-type') ?? ''
    retryAfter = answer.headers.get('retry-after')
    text = await readText(answer)
  } catch (error) {
    if (error instanceof SheetFault) throw error
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new SheetFault(`The spreadsheet did not answer within ${timeoutMs / second} seconds`, error)
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ''
    throw new SheetFault(`The spreadsheet could not be reached${shorten(cause)}`, error)
  }
  const result = parseJson(text)
  const error = errorIn(result)
  if (status < 200 || status > 299)
    throw new SheetFault(
      error ?? `The spreadsheet answered ${status}`,
      isTemporary(status) ? new Error(`status ${status}`) : undefined,
      pauseOf(retryAfter),
    )
  if (looksLikeHtml(type, text))
    throw new SheetFault('The spreadsheet answered with a web page: is the script deployed for "Anyone"?')
  if (error !== undefined) throw new SheetFault(error)
  return result
}

/** Matches the messages of our script about its key (integrations/google-sheets). It knows every call, so such a refusal is not that of an older script. */
const aboutKey = /\bkey\b/i

const texts = (list: unknown): readonly string[] | undefined => (Array.isArray(list) ? list.map(String) : undefined)

/** The sheets of the forms. An older script ignores the list, and has that of its day. */
const sheets = Object.values(allForms({ cohorts: [] }))
  .map(({ sheet }) => sheet)
  .join()

/** The spreadsheet's web script, called over HTTP. */
export function scriptSheet({ url, siteUrl, timeoutMs = 30 * second }: ScriptOptions): Sheet {
  const address = (): URL => {
    const target = new URL(url)
    target.searchParams.set('sheets', sheets)
    return target
  }
  const call = (target: URL, body?: Readonly<Record<string, unknown>>): Promise<unknown> => callScript(target, timeoutMs, body)
  const get = (query: Readonly<Record<string, string | undefined>>): Promise<unknown> => {
    const target = address()
    for (const [name, value] of Object.entries(query))
      if (value !== undefined && value !== '') target.searchParams.set(name, value)
    return call(target)
  }
  /** Undefined when the script refuses the call, because it does not support it. An unreachable script, a temporary status, or a wrong key is an error. */
  const getIfKnown = (query: Readonly<Record<string, string | undefined>>): Promise<unknown> =>
    get(query).catch((error: SheetFault) => {
      if (error.cause === undefined && !aboutKey.test(error.reason)) return undefined
      throw error
    })

  // From its first list of capabilities on, a refusal is a failure, such as a changed key, and not that of an older script.
  let listsCapabilities = false

  return {
    describe: `spreadsheet script at ${new URL(url).host}`,
    async append(application, form) {
      await call(address(), rowOf(application, form, siteUrl))
    },
    async capabilities() {
      const answer = await (listsCapabilities ? get : getIfKnown)({ action: 'capabilities' })
      const listed = (answer as { capabilities?: unknown } | null | undefined)?.capabilities
      if (!Array.isArray(listed)) {
        if (listsCapabilities) throw new SheetFault('The spreadsheet answered without its capabilities')
        return []
      }
      listsCapabilities = true
      return listed.filter(
        (capability): capability is Capability => capability === 'update' || capability === 'delete' || capability === 'answers',
      )
    },
    async ids() {
      const answer = (await get({ action: 'ids' }).catch(async (error: SheetFault) => {
        // A script that lists its capabilities but refuses this call is an older version. Any other refusal is an error.
        if (error.cause === undefined && (await getIfKnown({ action: 'capabilities' })) !== undefined) return undefined
        throw error
      })) as { readonly ids?: unknown } | null | undefined
      return texts(answer?.ids)
    },
    async update(id, changes, answered) {
      const answers = answered && answersOf(answered.application, answered.form, siteUrl)
      await call(address(), { action: 'update', id, ...changes, ...(answers && { answers }) })
    },
    async remove(id) {
      await call(address(), { action: 'delete', id })
    },
    async read({ form_type, status, email }: SheetQuery) {
      const answer = await get({ action: 'read', form_type, status, email })
      const list = Array.isArray(answer) ? answer : (answer as { applications?: unknown } | null | undefined)?.applications
      if (!Array.isArray(list)) throw new SheetFault('The spreadsheet answered without a list of applications')
      return list.filter((row): row is Record<string, unknown> => typeof row === 'object' && row !== null && !Array.isArray(row))
    },
  }
}
