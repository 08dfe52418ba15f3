import type { Noted } from '../../server/changes/note.ts'
import type { Core } from '../../server/feature.ts'
import { mailboxKey } from '../../shared/mailbox.ts'
import type { Bounces, Fate } from './store.ts'

const words = ({ kind, reason }: Fate): string => {
  if (kind === 'delivered') return 'Letters arrive again'
  if (kind === 'complaint') return 'A letter was reported as spam: no more go to this address'
  return `A letter came back${reason === '' ? '' : `: ${reason}`}`
}

/** Whether a fate is news. A complaint stays; what arrives says nothing unless a letter came back before; a copy of an event is not newer. */
const isNews = (before: Fate | undefined, { kind, at }: Fate): boolean => {
  if (before === undefined) return kind !== 'delivered'
  if (before.kind === 'complaint' || at <= before.at) return false
  return !(kind === 'delivered' && before.kind === 'delivered')
}

/** Records what became of letters to an application's address, in its history. */
export const recordFate = (core: Pick<Core, 'note'>, bounces: Bounces, id: string, email: string, fate: Fate): Promise<unknown> =>
  core.note(id, async ({ applicantEmail }): Promise<Noted | undefined> => {
    if (mailboxKey(applicantEmail) !== mailboxKey(email) || !isNews(await bounces.of(id, email), fate)) return undefined
    return { by: 'mail server', text: words(fate), write: (trx) => bounces.put(trx, id, email, fate) }
  })
