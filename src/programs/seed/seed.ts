import { duplicateCheck, submit } from '../../applications/submission.ts'
import { dueMoment } from '../../content/promises.ts'
import type { Promises } from '../../content/schema/promises.ts'
import { isFileField } from '../../forms/fields/file.ts'
import type { Forms } from '../../forms/form.ts'
import { versionOf } from '../../forms/snapshot.ts'
import { validate } from '../../forms/views/validate.ts'
import { sha256 } from '../../server/crypto/hashes.ts'
import type { StoredFile } from '../../server/records/applications/port.ts'
import type { Storage } from '../../server/storage/port.ts'
import { after, day } from '../../shared/dates.ts'
import { chanceFrom } from './chance.ts'
import { arrival, plan, writers } from './plan.ts'
import { resume } from './resume.ts'
import { story } from './story.ts'
import type { Texts } from './texts.ts'

/** How long the idempotency keys of the seed are valid, so that a second run adds nothing. */
const keyLife = 3_650 * day

/**
 * Adds invented applications of the last 90 days: all forms, all statuses, with notes, meetings and resumes. Nothing is sent. The same `count` gives the same
 * applications, with times relative to `now`. Those that are already stored are skipped.
 * @returns the number of added applications
 * @throws Error with the form and the index of answers that are not valid
 */
export async function seed(
  { applications }: Pick<Storage, 'applications'>,
  forms: Forms,
  texts: Texts,
  promises: Promises,
  now: Date,
  count = 200,
  reviewer = 'admin@example.com',
): Promise<number> {
  let added = 0
  for (const [index, { formType, n, at }] of plan(chanceFrom(1), count, now).entries()) {
    const chance = chanceFrom(7_919 * (index + 1))
    const form = forms[formType]
    const raw = writers[formType]?.write({ chance, form, n, texts }) ?? {}
    const files: StoredFile[] = Object.entries(form.fields)
      .filter(([, field]) => isFileField(field))
      .map(([field]) => resume(field, raw))
    const attached = files.map(({ field, name, type, bytes }) => [field, { name, type, size: bytes.byteLength }])
    const read = validate(form, { ...raw, ...Object.fromEntries(attached) })
    if (!read.ok) throw new Error(`The answers ${n} for ${formType} do not fit the form: ${JSON.stringify(read.fault)}`)

    const ip = chance.pick([
      `203.0.113.${chance.between(1, 254)}`,
      `198.51.100.${chance.between(1, 254)}`,
      `2001:db8::${index + 1}`,
    ])
    const origin = arrival(chanceFrom(104_729 * (index + 1)), form)
    const formVersion = versionOf(form, sha256)
    const delivery = { spreadsheet: 'none', holdS: 0 } as const
    const received = { form, answers: read.value, ip, origin, formVersion, at, delivery }
    const submitted = submit({ ...received, dueAt: dueMoment(promises, formType, at) })
    const result = await applications.add({
      change: { ...submitted, outbox: [] },
      files,
      duplicate: duplicateCheck(received, Object.fromEntries(files.map(({ field, bytes }) => [field, sha256(bytes)])), sha256),
      idempotency: { key: `seed:${index}`, content: sha256(`seed:${index}`), until: after(now, keyLife) },
    })
    if (result.kind !== 'added') continue
    added += 1
    // Stale: the reviewer has changed it already.
    for (const change of story(texts.remarks, chance, submitted.application, reviewer, now))
      if ((await applications.save(change)) === 'stale') break
  }
  return added
}
