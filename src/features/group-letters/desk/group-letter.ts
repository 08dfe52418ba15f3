import type { QueryClient } from '@tanstack/react-query'
import type { GroupMessageResponse } from '../../../api/responses.ts'
import { routes } from '../../../api/routes.ts'
import { unsentMessages } from '../../../dashboard/browser-storage.ts'
import { call } from '../../../dashboard/client.ts'
import { answered, type GroupCall } from '../../../dashboard/decisions/group-calls.ts'
import { asStep, offerUndo } from '../../../dashboard/decisions/undo.ts'
import { firstNames, formatCount } from '../../../dashboard/labels.ts'

/** Under which the letter is stored with the tab until it is sent. */
export const unsentId = 'group'

type GroupLetterCall = Extract<GroupCall, { what: 'write' }>

/** Writes a letter to a group, whose undo is offered; a repeat sends nothing twice. @throws CallError */
export const writeToGroup = (client: QueryClient, letter: GroupLetterCall): Promise<GroupMessageResponse> =>
  asStep('The letter to a group', async (step) => {
    const { subject, text, key, ids } = letter
    const headers = { 'idempotency-key': key }
    const body = { subject, text, applications: ids.map((id) => ({ id })) }
    const response = await answered(letter, () => call(routes.writeGroupMessage, { body, headers }))
    for (const queryKey of [['application'], ['outbox']]) void client.invalidateQueries({ queryKey })
    const { applications, messages, refused, undoFor, waitsUntil } = response
    if (messages.length > 0)
      offerUndo(client, {
        ...{ step, done: messages, undoFor, waitsUntil },
        title: `${formatCount(messages.length)} ${messages.length === 1 ? 'letter waits' : 'letters wait'} in the outbox`,
        detail: firstNames(applications.map(({ applicant_name }) => applicant_name)),
        onUndone: () => unsentMessages.store(unsentId, { subject, text }),
      })
    if (refused.length === 0 && unsentMessages.of(unsentId)?.key === key) unsentMessages.store(unsentId, undefined)
    return response
  })
