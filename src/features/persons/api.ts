import { type Done, get, patch, post, remove, whileBlind } from '../../api/route.ts'
import type { ErasureResponse, PersonRequestRecord, PersonResponse, PersonsResponse, PersonsWaitingResponse } from './records.ts'

export const personRoutes = {
  ...whileBlind('safe', {
    personsWaiting: get('/api/person/waiting').answers<PersonsWaitingResponse>(),
    undoErasure: post('/api/person/erasures/:id/undo').answers(),
    setPersonRequest: patch('/api/person/requests/:id').takes<{ readonly done: boolean }>().answers(),
  }),
  ...whileBlind('refused', {
    /** Waiting erasures, requests, and applications past their retention period. */
    persons: get('/api/person').answers<PersonsResponse>(),
    /** Everything that is stored of a person, in all forms. */
    person: post('/api/person').takes<{ readonly q: string }>().answers<PersonResponse>(),
    /** Deletes what a feature stores of an address. */
    removeStored: remove('/api/person/stored').takes<{ readonly feature: string; readonly email: string }>().answers(),
    sendLinks: post('/api/person/links').takes<{ readonly email: string }>().answers(),
    erase: post('/api/person/erasures').takes<{ readonly ids: readonly string[] }>().answers<ErasureResponse>(),
    addPersonRequest: post('/api/person/requests')
      .takes<Readonly<Record<string, unknown>>>()
      .answers<Done & { readonly request: PersonRequestRecord }>(),
    /** What is stored of applications, as a ZIP. */
    personArchive: get('/api/person/archive').answers(),
    /** The persons whose data a query matches, as CSV. */
    affectedPersons: get('/api/person/concerned').answers(),
  }),
}
