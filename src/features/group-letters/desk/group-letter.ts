import type { QueryClient } from '@tanstack/react-query'
import { unsentMessages } from '../../../dashboard/browser-storage.ts'
import { call } from '../../../dashboard/client.ts'
import { answered, type FeatureCall } from '../../../dashboard/decisions/group-calls.ts'
import { asStep, offerUndo } from '../../../dashboard/decisions/undo.ts'
import { firstNames, formatCount } from '../../../dashboard/labels.ts'
import { toast } from '../../../dashboard/ui/toast.ts'
import { type GroupMessageResponse, groupLetterRoutes as routes } from '../api.ts'

/** Under which the letter in a language is stored with the tab until it is sent. */
export const unsentId = (language: string): string => `group ${language}`.trim()

interface GroupLetterCall {
  readonly subject: string
  readonly text: string
  readonly key: string
  readonly ids: readonly string[]
}

/** Writes a letter to a group, whose undo is offered; a repeat sends nothing twice. @param id see `unsentId` @throws CallError */
export const writeToGroup = (client: QueryClient, letter: GroupLetterCall, id = unsentId('')): Promise<GroupMessageResponse> =>
  asStep('The letter to a group', async (step) => {
    const { subject, text, key, ids } = letter
    const headers = { 'idempotency-key': key }
    const body = { subject, text, applications: ids.map((id) => ({ id })) }
    const stored = { what: 'feature', of: 'group-letters', title: `Letter to ${formatCount(ids.length)}`, body: letter } as const
    const response = await answered(stored, () => call(routes.writeGroupMessage, { body, headers }))
    for (const queryKey of [['application'], ['outbox']]) void client.invalidateQueries({ queryKey })
    const { applications, messages, undoFor, waitsUntil } = response
    if (messages.length > 0)
      offerUndo(client, {
        ...{ step, done: messages, undoFor, waitsUntil },
        title: `${formatCount(messages.length)} ${messages.length === 1 ? 'letter waits' : 'letters wait'} in the outbox`,
        detail: firstNames(applications.map(({ applicant_name }) => applicant_name)),
        onUndone: () => unsentMessages.store(id, { subject, text }),
      })
    return response
  })

/** Removes the letters of these keys, once the one in each language is sent: until then another attempt needs them all. */
export function forgetSent(keys: readonly (string | undefined)[]): void {
  for (const [id, { key }] of unsentMessages.all())
    if (key !== undefined && keys.includes(key)) unsentMessages.store(id, undefined)
}

/** Writes it again, after its page was left before it was answered. @throws CallError */
export async function writeAgain(client: QueryClient, { body }: FeatureCall): Promise<void> {
  const { refused } = await writeToGroup(client, body as GroupLetterCall)
  if (refused.length > 0)
    toast.failure(
      `${formatCount(refused.length)} were not written to`,
      'Letter to a group has the text: send it again to try these.',
    )
  const keys = unsentMessages.all().flatMap(([id, { key }]) => (id.startsWith(unsentId('')) ? [key] : []))
  // One without a key is not sent yet.
  if (refused.length === 0 && !keys.includes(undefined)) forgetSent(keys)
}
