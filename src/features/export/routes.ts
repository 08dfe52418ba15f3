import type { Application } from '../../applications/application.ts'
import { anonymous, type Blind, isHidden } from '../../applications/blind.ts'
import { blindOf, searchable } from '../../server/blind/blind.ts'
import type { Settings } from '../../server/database/settings.ts'
import type { Numbers } from '../../server/feature.ts'
import type { FormVersions } from '../../server/forms/versions.ts'
import { streamResponse } from '../../server/http/download.ts'
import { logExport } from '../../server/http/export-log.ts'
import { invalid } from '../../server/http/faults.ts'
import { readQuery } from '../../server/http/list-query.ts'
import { Routes } from '../../server/http/routes.ts'
import type { ListQuery, StoredApplications } from '../../server/records/applications/lists.ts'
import type { Rubric } from '../../shared/criterion.ts'
import { AppError } from '../../shared/errors.ts'
import type { FormType } from '../../shared/form-types.ts'
import { exportRoutes } from './api.ts'
import { type ExportFile, type ExportRequest, exportFile, type Format, formats, isFormat } from './export.ts'
import { exportName } from './file-name.ts'
import { frame } from './frames.ts'
import { maxRows } from './xlsx.ts'

interface Exporting {
  readonly applications: StoredApplications
  readonly formVersions: FormVersions
  readonly settings: Settings
  /** The current rubrics. */
  rubrics(): Promise<Readonly<Record<FormType, { readonly criteria: Rubric }>>>
  /** The numbers of features. */
  numbers(): Promise<readonly Numbers[]>
  now(): Date
}

/** Frames a file: the number of rows before each piece, and an end mark (see api/frames.ts). */
async function* framed({ pieces, rows }: ExportFile): AsyncGenerator<Uint8Array> {
  for await (const bytes of pieces) if (bytes.length > 0) yield frame({ rows: rows(), bytes })
  yield frame({ rows: rows(), bytes: new Uint8Array() })
}

/** Reads the parameters. During a blind pass, files and histories are not exported, because they say who it is. */
function readExportRequest(
  query: Readonly<Record<string, string | undefined>>,
  blind: Blind,
  { today }: Pick<FormVersions, 'today'>,
  at: Date,
): ExportRequest {
  const format = query.format ?? 'csv'
  if (!isFormat(format)) throw invalid('format', 'The format must be csv, xlsx, json or zip')
  const history = query.history === '1'
  if (blind.forms.length > 0 && (history || format === 'zip'))
    throw invalid(history ? 'history' : 'format', 'During a blind pass, files and histories are not exported')
  const shown = (application: Application): Application =>
    isHidden(blind, application) ? anonymous(application, today[application.formType]) : application
  return { format, query: searchable(readQuery(query, at), blind), history, shown, at }
}

async function countRows(applications: StoredApplications, query: ListQuery, format: Format): Promise<number> {
  const total = await applications.count(query)
  if (format === 'xlsx' && total > maxRows)
    throw new AppError('FORM_VALIDATION_FAILED', {
      message: `A workbook can have at most ${maxRows} applications, and there are ${total}. Please choose CSV or JSON.`,
      details: { format: 'There are too many applications for xlsx' },
    })
  return total
}

/** The routes that export the list as a file. `HEAD` returns only the number of applications. A program with a token gets CSV only. */
export const listRoutes = ({ applications, formVersions, settings, rubrics, numbers, now }: Exporting): Routes =>
  new Routes('script').on(exportRoutes.export, async (context) => {
    const request = readExportRequest(context.req.query(), await blindOf(settings), formVersions, now())
    const { format } = request
    if (format !== 'csv' && context.get('script') !== undefined)
      throw new AppError('UNAUTHORIZED_ACCESS', { status: 403, message: 'A token exports CSV only.' })
    const isFramed = context.req.query('framed') === '1'
    const total = await countRows(applications, request.query, format)
    const headers = {
      'Content-Type': isFramed ? 'application/octet-stream' : formats[format].type,
      'Content-Disposition': `attachment; filename="${exportName(request.query, request.at, formats[format].extension, context.req.query('view')?.slice(0, 60))}"`,
      'X-Total-Rows': String(total),
    }
    if (context.req.method === 'HEAD') return context.body(null, 200, headers)
    logExport(context, { format, form: request.query.formType, state: request.query.status, rows: total })
    const criteria = Object.entries(await rubrics()).map(([type, rubric]) => [type, rubric.criteria] as const)
    const file = await exportFile(applications, formVersions, Object.fromEntries(criteria), await numbers(), request)
    return streamResponse(context, isFramed ? framed(file) : file.pieces, headers)
  })
