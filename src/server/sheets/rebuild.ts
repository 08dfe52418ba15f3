import type { Forms } from '../../forms/definitions/all.ts'
import type { Applications } from '../storage/port.ts'
import { reviewOf, type Sheet } from './port.ts'

export interface Rebuilt {
  readonly rows: number
  /** Rows of applications that are not here any more. */
  readonly removed: number
}

/**
 * Makes the spreadsheet equal to the database, one row at a time: what is missing is added, what the review has changed is written, and
 * what is gone is taken out, so far as the script can. Run twice, the second run changes nothing.
 * @throws SheetFault at the first call that the script does not take; what was done stays done
 */
export async function rebuild(
  applications: Pick<Applications, 'all'>,
  sheet: Sheet,
  forms: Forms,
  told: (rows: number) => void = () => {},
): Promise<Rebuilt> {
  const can = await sheet.capabilities()
  const there = new Map((await sheet.read({})).map((row) => [String(row.id), row]))
  let rows = 0
  let removed = 0
  for await (const application of applications.all({ limit: 200 })) {
    const row = there.get(application.id)
    there.delete(application.id)
    if (row === undefined) await sheet.append(application, forms[application.formType])
    const review = reviewOf(application)
    const differs = Object.entries(review).some(([name, value]) => String(row?.[name] ?? '') !== value)
    if (differs && can.includes('update')) await sheet.update(application.id, review)
    rows += 1
    told(rows)
  }
  if (can.includes('delete'))
    for (const id of there.keys()) {
      await sheet.remove(id)
      removed += 1
    }
  return { rows, removed }
}
