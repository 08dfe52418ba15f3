import { queryOptions } from '@tanstack/react-query'
import { paths } from '../../api/paths.ts'
import type { ErrorBody, RebuildLine, SpreadsheetReply } from '../../api/replies.ts'
import { minute } from '../../shared/dates.ts'
import { call, Refusal } from '../client.ts'

export const spreadsheetQuery = queryOptions({
  queryKey: ['spreadsheet'],
  queryFn: ({ signal }) => call<SpreadsheetReply>(paths.spreadsheet, { signal }),
  staleTime: 10 * minute,
})

/** What a rebuilding came to. */
export interface Rebuilt {
  readonly rows: number
  readonly removed: number
}

/**
 * Has the spreadsheet made equal to the database; `told` hears how many applications have been gone through.
 * @throws Refusal in the spreadsheet's words, or when the answer ends before it was done
 */
export async function rebuildSheet(told: (rows: number) => void): Promise<Rebuilt> {
  let response: Response
  try {
    response = await fetch(paths.rebuild, { method: 'POST', credentials: 'same-origin' })
  } catch (cause) {
    throw new Refusal(0, 'NETWORK_ERROR', 'The server could not be reached.', false, cause)
  }
  if (!response.ok || response.body === null) {
    const body = (await response.json().catch(() => undefined)) as ErrorBody | undefined
    throw new Refusal(response.status, body?.code ?? 'UNKNOWN_ERROR', body?.error ?? 'The server could not do it.', true)
  }
  let rest = ''
  try {
    for await (const part of chunks(response.body.pipeThrough(new TextDecoderStream()))) {
      const lines = `${rest}${part}`.split('\n')
      rest = lines.pop() ?? ''
      for (const text of lines) {
        const line = JSON.parse(text) as RebuildLine
        told(line.rows)
        if (line.success === true) return { rows: line.rows, removed: line.removed }
        if (line.success === false) throw new Refusal(502, 'GOOGLE_SHEETS_ERROR', line.error, true)
      }
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(0, 'NETWORK_ERROR', cut, false, error)
  }
  throw new Refusal(0, 'NETWORK_ERROR', cut, false)
}

const cut = 'The connection ended before it was done. Run it again: what is done stays done.'

/** A stream's chunks; not every browser can loop over a stream itself. */
async function* chunks(stream: ReadableStream<string>): AsyncIterable<string> {
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
