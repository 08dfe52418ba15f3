import { type Origin, readOrigin, touchOf } from '../../applications/origin.ts'
import type { Said } from './submission.ts'

/** What comes with a submission besides its answers: how the applicant came, and which privacy notice stood at the form. */
export interface Provenance {
  readonly origin: Origin | null
  readonly notice: string
}

/** A version that has stood on a page: a day, and none after the one that stands there now. */
const noticeOf = (said: unknown, current: string): string =>
  typeof said === 'string' && /^\d{4}-\d\d-\d\d$/.test(said) && said <= current ? said : current

/**
 * Reads both; neither is ever a reason to refuse. What a browser without script cannot tell is taken from the address of the form's page, which
 * it names in its post (`referer`): the last arrival. `notice`: the version that stands now.
 */
export function provenance({ raw }: Pick<Said, 'raw'>, headers: Headers, notice: string): Provenance {
  return { origin: readOrigin(raw.origin) ?? ofPage(headers), notice: noticeOf(raw.notice, notice) }
}

function ofPage(headers: Headers): Origin | null {
  const from = headers.get('referer') ?? ''
  if (!URL.canParse(from) || new URL(from).host !== headers.get('host')) return null
  const last = touchOf(from)
  return last === null || last.page?.startsWith('/api/') ? null : { last }
}
