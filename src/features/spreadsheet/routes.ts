import type { Context } from 'hono'
import { stream } from 'hono/streaming'
import { type SpecifiedRecord, toSpecifiedRecord } from '../../api/responses.ts'
import { blindOf, searchable } from '../../server/blind/blind.ts'
import type { Settings } from '../../server/database/settings.ts'
import { invalid } from '../../server/http/faults.ts'
import { readQuery } from '../../server/http/list-query.ts'
import { Routes, type Web } from '../../server/http/routes.ts'
import type { Lists } from '../../server/records/applications/lists.ts'
import { SheetFault } from '../../server/sheets/port.ts'
import { second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { type RebuildLine, sheetRoutes as routes } from './api.ts'

/** The result of a rebuild. */
interface Rebuilt {
  readonly rows: number
  readonly removed: number
}

export interface Spreadsheet {
  readonly applications: Pick<Lists, 'all'>
  readonly settings: Settings
  now(): Date
  /** Makes the mirror spreadsheet equal to the database; undefined when there is none, or it is the primary store. */
  readonly rebuild: ((onProgress: (rows: number) => void) => Promise<Rebuilt>) | undefined
}

type Rebuild = NonNullable<Spreadsheet['rebuild']>

/** Streams one line of JSON a second, and a last line with the result. The rebuild continues when the client disconnects. */
function streamRebuild(context: Context<Web>, rebuild: Rebuild, onEnd: () => void): Response {
  const log = context.get('log')
  context.header('Content-Type', 'application/x-ndjson; charset=utf-8')
  // Without this header nginx buffers the lines.
  context.header('X-Accel-Buffering', 'no')
  return stream(context, async (out) => {
    let rows = 0
    const writeLine = (line: RebuildLine): Promise<unknown> => out.write(`${JSON.stringify(line)}\n`)
    const progress = setInterval(() => void writeLine({ rows }), second)
    try {
      await writeLine({ rows })
      const rebuilt = await rebuild((done) => {
        rows = done
      })
      await writeLine({ success: true, ...rebuilt })
    } catch (error) {
      log.warn({ err: error, operation: 'rebuild' }, 'the spreadsheet could not be rebuilt')
      const message = error instanceof SheetFault ? error.reason : 'Something went wrong on our side.'
      await writeLine({ success: false, rows, error: message })
    } finally {
      clearInterval(progress)
      onEnd()
    }
  })
}

export function spreadsheetRoutes({ rebuild, applications, settings, now }: Spreadsheet): Routes {
  let running = false
  return new Routes('admin')
    .on(routes.spreadsheet, () => ({ mirrored: rebuild !== undefined, rebuilding: running }))
    .on(routes.rebuild, (context) => {
      if (rebuild === undefined) throw new AppError('RECORD_NOT_FOUND', { message: 'No spreadsheet is set up.' })
      if (running) throw new AppError('CONFLICT', { message: 'The spreadsheet is already being rebuilt.' })
      running = true
      return streamRebuild(context, rebuild, () => {
        running = false
      })
    })
    .on(routes.readSheet, async (context) => {
      if (context.req.query('action') !== 'read') throw invalid('action', 'The action must be read')
      const requested = readQuery({ ...context.req.query(), q: undefined, cursor: undefined, limit: '200' }, now())
      const query = searchable(requested, await blindOf(settings))
      const records: SpecifiedRecord[] = []
      for await (const application of applications.all(query)) records.push(toSpecifiedRecord(application))
      return { applications: records }
    })
}
