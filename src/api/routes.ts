import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { RequestText } from '../applications/application.ts'
import type { LetterHold } from '../applications/letter-hold.ts'
import type { Wording } from '../applications/moves.ts'
import type { Addition } from '../applications/outbox.ts'
import type { FormType } from '../shared/form-types.ts'
import type { AccessResponse } from './access.ts'
import type {
  HeldLettersResponse,
  LetterHoldResponse,
  LetterOutcomesResponse,
  LetterResponse,
  LettersResponse,
  OutboxResponse,
  RepliesResponse,
  SendHeldResponse,
} from './letter-responses.ts'
import { paths } from './paths.ts'
import type {
  ApplicationResponse,
  BlindResponse,
  GroupDecisionResponse,
  GroupResponse,
  HeldResponse,
  ListResponse,
  RelatedResponse,
  Revised,
  RubricResponse,
  RubricsResponse,
  StatsResponse,
  VerifyResponse,
  WhoResponse,
} from './responses.ts'
import { rights } from './rights.ts'
import { type Done, get, patch, post, put, remove, whileBlind } from './route.ts'

/** The routes of the desk that answer with JSON (contract, section 4). The server checks each body again. */
export const routes = {
  requestPasscode: post('/api/auth/otp').takes<{ readonly email: string }>().answers(),
  verifyPasscode: post('/api/auth/verify').takes<{ readonly email: string; readonly otp: string }>().answers<VerifyResponse>(),
  who: get('/api/auth/who').answers<WhoResponse>(),
  /** The options for a sign-in with a passkey, and the sign-in itself. */
  passkeyOptions: post('/api/auth/passkey/options')
    .takes<object>()
    .answers<Done & { readonly options: PublicKeyCredentialRequestOptionsJSON }>(),
  verifyPasskey: post('/api/auth/passkey/verify').takes<{ readonly response: object }>().answers<VerifyResponse>(),

  ...whileBlind('safe', {
    session: get('/api/auth/session', ...rights).answers<WhoResponse>(),
    logout: post('/api/auth/logout', ...rights).answers(),
    /** The trusted browsers and their sessions. */
    access: get('/api/auth/access').answers<AccessResponse>(),
    endAccess: remove('/api/auth/access').answers(),
    /** Removes a browser from the trusted ones, and ends its session. */
    endBrowser: remove('/api/auth/browsers/:id').answers(),
    /** Ends the session of a browser, which stays trusted. */
    endSession: remove('/api/auth/sessions/:id').answers(),
    /** The options for a new passkey, and the list to which it is added. */
    newPasskeyOptions: post('/api/auth/passkeys/options')
      .takes<object>()
      .answers<Done & { readonly options: PublicKeyCredentialCreationOptionsJSON }>(),
    addPasskey: post('/api/auth/passkeys').takes<{ readonly name: string; readonly response: object }>().answers(),
    removePasskey: remove('/api/auth/passkeys/:id').answers(),
    deleteApplication: remove('/api/applications/:id').answers<HeldResponse>(),
    /** Requests something from the applicant. */
    request: post('/api/applications/:id/requests').takes<RequestText>().answers<HeldResponse>(),
    writeMessage: post('/api/applications/:id/message')
      .takes<{ readonly subject: string; readonly text: string }>()
      .answers<HeldResponse>(),
    stats: get('/api/stats', 'read').answers<StatsResponse>(),
    rubrics: get('/api/rubrics', 'read').answers<RubricsResponse>(),
    saveRubric: put('/api/rubrics/:formType')
      .takes<{ readonly criteria: unknown; readonly revision: number }>()
      .answers<RubricResponse>(),
    blind: get('/api/blind', 'read').answers<BlindResponse>(),
    saveBlind: put('/api/blind')
      .takes<{ readonly forms: readonly FormType[]; readonly revision: number }>()
      .answers<BlindResponse>(),
    replies: get('/api/replies').answers<RepliesResponse>(),
    letterOutcomes: post('/api/outbox/outcomes').takes<{ readonly ids: readonly string[] }>().answers<LetterOutcomesResponse>(),
    letterHold: get('/api/outbox/hold').answers<LetterHoldResponse>(),
    saveLetterHold: put('/api/outbox/hold')
      .takes<{ readonly hold: LetterHold; readonly revision: number }>()
      .answers<LetterHoldResponse>(),
    retry: post('/api/outbox/:id/retry').answers(),
    /** Sends the letters that wait after a failure. */
    wakeOutbox: post('/api/outbox/wake').answers<Done & { readonly woken: number }>(),
    /** Every mail that the product sends, for an invented applicant. */
    letters: get('/api/letters').answers<LettersResponse>(),
    /** The specification's call that sends mail. */
    mail: post(paths.mail).takes<Readonly<Record<string, unknown>>>().answers<Done & { readonly id: string }>(),
  }),

  ...whileBlind('redacted', {
    applications: get('/api/applications', 'read').answers<ListResponse>(),
    application: get('/api/applications/:id', 'read').answers<ApplicationResponse>(),
    changeApplication: patch('/api/applications/:id').takes<Readonly<Record<string, unknown>>>().answers<ApplicationResponse>(),
    undo: post('/api/applications/:id/undo')
      .takes<{ readonly revision: number; readonly upTo?: number }>()
      .answers<ApplicationResponse>(),
    /** Decides up to 1,000 applications, or delays their answers. */
    decideGroup: post('/api/applications/decide').takes<Readonly<Record<string, unknown>>>().answers<GroupDecisionResponse>(),
    /** Undoes changes of up to 1,000 applications. `again`: it repeats a call without an answer, and what that one undid counts as undone. */
    undoGroup: post('/api/applications/undo')
      .takes<{ readonly changes: readonly Revised[]; readonly again?: boolean }>()
      .answers<GroupResponse>(),
    reopen: post('/api/applications/:id/reopen')
      .takes<{ readonly sentence?: string; readonly from?: string }>()
      .answers<ApplicationResponse>(),
    /** Delays the answer to an application. */
    delay: post('/api/applications/:id/delay').takes<Wording>().answers<ApplicationResponse>(),
    score: put('/api/applications/:id/scores')
      .takes<{ readonly criterion: string; readonly score: number | null; readonly seen: number | null }>()
      .answers<ApplicationResponse>(),
    markRead: post('/api/applications/:id/read').takes<{ readonly answers_revision: number }>().answers<ApplicationResponse>(),
    /** Shows who sent it although its form is read blind; the history keeps that. */
    showIdentity: post('/api/applications/:id/identity').answers<ApplicationResponse>(),
    closeRequest: post('/api/applications/:id/requests/:request/close')
      .takes<{ readonly answered: boolean }>()
      .answers<ApplicationResponse>(),
    editMessage: patch('/api/applications/:id/messages/:message').takes<Addition>().answers<ApplicationResponse>(),
    takeBackMessage: remove('/api/applications/:id/messages/:message').answers<ApplicationResponse>(),
    outbox: get('/api/outbox').answers<OutboxResponse>(),
    heldLetters: get('/api/outbox/letters').answers<HeldLettersResponse>(),
    /** Sends waiting letters now. */
    sendHeld: post('/api/outbox/send')
      .takes<{ readonly ids: readonly string[]; readonly anyway: boolean }>()
      .answers<SendHeldResponse>(),
  }),

  ...whileBlind('refused', {
    related: get('/api/applications/:id/related', 'read').answers<RelatedResponse>(),
    correctAddress: post('/api/applications/:id/address')
      .takes<{ readonly email: string; readonly from: string; readonly again: readonly string[] }>()
      .answers<ApplicationResponse>(),
    /** A letter to this applicant as it would be today, with the texts of the reviewer, which may be too long for a URL. It changes nothing. */
    letter: post('/api/applications/:id/letters/:letter').takes<Addition | RequestText>().answers<LetterResponse>(),
    /** A queued or sent letter. */
    message: get('/api/applications/:id/messages/:message').answers<LetterResponse>(),
    /** The file of an answer; `?field=` another one than the résumé. */
    resume: get(paths.resume, 'read').answers(),
    requestFile: get(paths.requestFile).answers(),
    earlierFile: get(paths.earlierFile).answers(),
  }),
} as const
