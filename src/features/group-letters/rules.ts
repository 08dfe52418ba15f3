import type { Application, EndedState } from '../../applications/application.ts'
import { checkedCompany, checkedName } from '../../applications/checked-name.ts'
import { reference } from '../../shared/ids.ts'
import { mailboxKey } from '../../shared/mailbox.ts'

/** The placeholders of a message to several applicants. Only a reference may stand in its subject: no text of an applicant does (decision 0020). */
export const messagePlaceholders = ['name', 'company', 'reference'] as const
export const subjectPlaceholders: readonly string[] = ['reference']

type Written = { readonly subject: string; readonly text: string }

/** The placeholders in a text that it may not have, each once. */
export const unknownPlaceholders = (text: string, allowed: readonly string[]): readonly string[] => [
  ...new Set([...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name).filter((name) => !allowed.includes(name))),
]

/** A message with the values of an applicant in place of its placeholders. Anybody can type another's address into a form: of the names only plausible ones. */
export function filledMessage(
  { subject, text }: Written,
  { id, applicantName, companyName }: Pick<Application, 'id' | 'applicantName' | 'companyName'>,
): Written {
  const values: Readonly<Record<string, string>> = {
    name: checkedName(applicantName) ?? 'applicant',
    company: checkedCompany(companyName) ?? 'your company',
    reference: reference(id),
  }
  // In one step, so that a name in braces is not filled in again.
  const fill = (words: string): string => words.replace(/\{(name|company|reference)\}/g, (_, name: string) => values[name] ?? '')
  return { subject: fill(subject), text: fill(text) }
}

/** Why an application of a group gets no message of its own. */
export type LeftOut = EndedState | 'stopped' | 'same_person'

interface Receiver {
  readonly applicantEmail: string
  readonly isStopped: boolean
  readonly ended: EndedState | undefined
}

/**
 * Who of a group gets the message: each person once, by mailbox key, with the first application; nobody whose address stopped our letters.
 * @param isFirst says which of a person's applications comes first, if any does
 */
export function receiversOf<Of>(
  all: readonly Of[],
  receiver: (member: Of) => Receiver,
  isFirst: (member: Of) => boolean = () => false,
) {
  const to: Of[] = []
  const leftOut: { readonly of: Of; readonly why: LeftOut }[] = []
  for (const ofPerson of Map.groupBy(all, (member) => mailboxKey(receiver(member).applicantEmail)).values()) {
    const isStopped = ofPerson.some((member) => receiver(member).isStopped)
    const open = ofPerson.filter((member) => !isStopped && receiver(member).ended === undefined)
    const chosen = open.find(isFirst) ?? open[0]
    for (const member of ofPerson)
      if (chosen !== undefined && member === chosen) to.push(member)
      else leftOut.push({ of: member, why: isStopped ? 'stopped' : (receiver(member).ended ?? 'same_person') })
  }
  return { to, leftOut }
}
