import type { QueryClient } from '@tanstack/react-query'
import type { GroupMessageResponse } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import { unsentMessages } from '../browser-storage.ts'
import { call } from '../client.ts'
import { answered, type GroupCall } from '../decisions/group-calls.ts'
import { asStep, offerUndo } from '../decisions/undo.ts'
import { firstNames, formatCount } from '../labels.ts'

/** Under which the letter in a language is stored with the tab until it is sent. */
export const unsentId = (language: string): string => `group ${language}`.trim()

type GroupLetterCall = Extract<GroupCall, { what: 'write' }>

/** Writes a letter to a group, whose undo is offered; a repeat sends nothing twice. @param id see `unsentId` @throws CallError */
export const writeToGroup = (client: QueryClient, letter: GroupLetterCall, id = unsentId('')): Promise<GroupMessageResponse> =>
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
        onUndone: () => unsentMessages.store(id, { subject, text }),
      })
    if (refused.length === 0 && unsentMessages.of(id)?.key === key) unsentMessages.store(id, undefined)
    return response
  })
