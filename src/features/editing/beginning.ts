import { answered, documentsOf, textsOf } from '../../server/editing/beginning.ts'
import { questions } from '../../server/editing/beginning-questions.ts'
import { readDesk } from '../../server/editing/editor.ts'
import { leftovers } from '../../server/editing/leftovers.ts'
import { readText } from '../../server/http/faults.ts'
import type { Edits } from '../../server/records/edits/edits.ts'
import { AppError } from '../../shared/errors.ts'
import type { FormType } from '../../shared/form-types.ts'
import type { BeginningQuestion, BeginningResponse } from './api.ts'

const mostLetters = 300

/** What answers change, question by question; an answer that cannot be used changes nothing. `save` makes drafts of it. @throws AppError CONFLICT where a draft would be replaced */
export async function begin(
  edits: Edits,
  answers: Readonly<Record<string, unknown>>,
  save: boolean,
  hasAnswers: (type: FormType) => boolean,
  now: Date,
): Promise<BeginningResponse> {
  const desk = await readDesk(edits)
  let documents = documentsOf(desk)
  const read: BeginningQuestion[] = []
  for (const [at, question] of questions.entries()) {
    if (question.isAsked?.(documents) === false) continue
    const id = String(at)
    const answer = readText('answers', answers[id] ?? '', mostLetters).trim()
    const { next, faults } = answer === '' ? { next: documents, faults: [] } : answered(desk, documents, question, answer)
    if (faults.length === 0) documents = next
    const { words, isYesNo = false } = question
    read.push({ id, words, isYesNo, now: String(question.now(documents) ?? ''), faults })
  }
  const texts = textsOf(desk, documents, hasAnswers)
  const changed = Object.keys(texts).filter((path) => texts[path] !== (desk.live[path] ?? ''))
  if (save && read.every(({ faults }) => faults.length === 0)) {
    const stale = await edits.saveDrafts(
      changed.map((path) => ({ path, text: texts[path] ?? '', revision: desk.drafts.get(path)?.revision ?? 0 })),
      now,
    )
    if (stale !== undefined)
      throw new AppError('CONFLICT', { message: 'A document was changed in another window meanwhile. Read the answers again.' })
    return { success: true, questions: read, leftovers: [], saved: changed }
  }
  const left = leftovers(desk.live, { ...desk.live, ...texts }, changed)
  return { success: true, questions: read, leftovers: left.slice(0, 50), saved: [] }
}
