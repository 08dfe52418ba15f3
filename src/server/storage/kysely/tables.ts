import type { Generated, Kysely } from 'kysely'
import type { Status } from '../../../applications/application.ts'
import type { OutboxState, Topic } from '../../../applications/outbox.ts'
import type { PersonKind } from '../../../applications/person.ts'
import type { RequestKind } from '../../../applications/person-request.ts'
import type { DuplicateRule } from '../../../forms/form.ts'
import type { FormType } from '../../../shared/form-types.ts'

/**
 * The tables, alike on both engines. A moment is a whole number of milliseconds since 1970 in UTC: it compares and sorts the same way
 * everywhere, and no driver turns it into a local time. Texts that a person wrote go through `encodeText` (text-encoding.ts).
 */
export interface Tables {
  applications: {
    seq: Generated<number>
    id: string
    form_type: FormType
    applicant_name: string
    applicant_email: string
    /** The address, trimmed and in small letters, for filters. */
    email_key: string
    company_name: string
    /** JSON text, as it came: not `jsonb`, which refuses some characters and orders keys anew. */
    answers: string
    status: Status
    submitted_at: number
    /** The last moment at which the promise of an answer is kept. */
    due_at: number
    reviewed_at: number | null
    reviewed_by: string | null
    notes: string
    meeting_at: number | null
    /** JSON: a number by the criterion's id. */
    scores: Generated<string>
    /** The total of the scores, in tenths; null while there is none. */
    total_score: Generated<number | null>
    /** JSON: a list of `ApplicantRequest`. */
    requests: Generated<string>
    ip: string
    /** JSON text of an `Origin`; null where none is known. */
    origin: string | null
    /** Version of the privacy notice; empty where it is not known. */
    notice: string
    /** The revision that the last change of the answers led to, and the one that the desk has seen. */
    answers_revision: Generated<number>
    seen_revision: Generated<number>
    /** When the owner of the address stopped its letters. */
    letters_stopped_at: Generated<number | null>
    revision: number
    duplicate_key: string
    duplicate_rule: DuplicateRule
    /** When the applicant withdrew it; null while it is not withdrawn. */
    withdrawn_at: Generated<number | null>
    /** When it was deleted or quarantined; null while it is to be seen. */
    removed_at: number | null
    /** Until when the deletion can be taken back, or the quarantine lasts. */
    hold_until: number | null
    /** Why it is in quarantine: a JSON list of signals. It is hidden as if it were deleted (`removed_at`). Null for all others. */
    quarantine: string | null
    /** Name, e-mail, company and answers, folded (see search/fold.ts). */
    search_text: string
    /** What it can be asked for beside that (see search/facets.ts). */
    facets: string
    /** The partition of the index that it is in (see search/word-index.ts). */
    volume: number
    /** See `Application.formVersion`. */
    form_version: Generated<string>
  }
  /** By what an application is known again (see applications/person.ts). `submitted_at` is the application's. */
  person_keys: { application_id: string; kind: PersonKind; key: string; submitted_at: number }
  /** Answers that later ones have replaced, under the revision that led to them. */
  answer_versions: { application_id: string; revision: number; form_version: string; answers: string }
  /** Files that belonged to those answers, and were replaced. */
  earlier_files: { application_id: string; field: string; revision: number; name: string; type: string; bytes: Uint8Array }
  files: { application_id: string; field: string; name: string; type: string; bytes: Uint8Array }
  /** Append-only. Every change raises the revision by one and adds one entry under it. */
  history: { application_id: string; revision: number; at: number; by: string; event: string }
  outbox: {
    id: string
    topic: Topic
    payload: string
    key: string
    application_id: string
    /** The revision that the change which drafted it led to. */
    revision: number
    state: OutboxState
    due_at: number
    /** When it can be claimed: at `due_at` while it waits, when the claim lapses while it is claimed; null otherwise. */
    next_at: number | null
    attempts: number
    fence: number
    created_at: number
    sent_at: number | null
    last_fault: string
    /** The first failure since it was queued, or sent again by hand. */
    failing_since: number | null
    /** What a deletion cancelled comes back as, when the deletion is undone. */
    revived_as: OutboxState | null
  }
  /** When a confirmation may go, or went, by its outbox entry. `recipient`: the hash of the address, in small letters. */
  confirmation_times: { entry_id: string; recipient: string; at: number }
  /**
   * Append-only: every application that was taken in, written with it. It has no foreign key, so that one that is removed by hand is missed.
   * `letters`, `sheet_rows`: how many confirmations and spreadsheet rows were queued with it. `ended_at`, `ended_as`: when and why it was rightly
   * deleted; null while it is to be there.
   */
  acknowledgements: {
    application_id: string
    /** When it was submitted. */
    at: number
    via: 'form' | 'import'
    letters: number
    sheet_rows: number
    ended_at: Generated<number | null>
    ended_as: Generated<'deleted' | 'quarantine' | 'explained' | null>
  }
  /** How many applications there are to be seen and not withdrawn. `shard` spreads the writers of one engine that has many. */
  counters: { form_type: FormType; status: Status; shard: number; n: number }
  /** SQLite only: applications whose words are not in the index yet (see sqlite/deferred-words.ts). */
  unindexed: { seq: number }
  idempotency: { key: string; content: string; application_id: string; until: number }
  passcodes: {
    id: string
    email: string
    code_hash: string
    created_at: number
    expires_at: number
    /** The hash of what the browser that requested it keeps; null for those of before. */
    browser: string | null
    /** From where it can also be tried without that; null: from nowhere. */
    client: string | null
    /** Tries of that browser, and from that client: a right one too, until it is found to be right. */
    wrong_tries: number
    client_tries: number
    /** Used, or replaced by a newer one. */
    ended_at: number | null
    /** Whose budget it was requested from; null: that of all strangers. */
    owner: string | null
    redeemed_at: number | null
  }
  /** `owner`: as of the code that was tried. */
  wrong_tries: { id: string; email: string; at: number; owner: string | null }
  /** `browser`: the device that it belongs to; null for those of before. */
  sessions: {
    credential_hash: string
    user_id: string
    email: string
    created_at: number
    expires_at: number
    browser: string | null
  }
  /** Browsers that signed in. `email`: as whom; null when that is not known. */
  devices: {
    device_hash: string
    until: number
    email: string | null
    name: string
    /** The first sign-in, and the last one; null for browsers of before. */
    created_at: number | null
    signed_in_at: number | null
  }
  /** `id`, `public_key`: base64url. `counter`: the authenticator's number of uses, 0 where it does not count. */
  passkeys: {
    id: string
    email: string
    name: string
    public_key: string
    counter: number
    created_at: number
    used_at: number | null
  }
  /** Sign-ins that were refused in the minute that begins at `minute`. */
  refusals: { minute: number; n: number }
  /** The forms as they were asked; `snapshot` is the JSON of a `FormSnapshot`. */
  form_versions: { version: string; form_type: FormType; snapshot: string; since: number }
  /** Erasures of persons that wait until `due_at`. `keys`: a JSON list of keyed hashes of the person's address and telephone numbers. */
  erasures: { id: string; requested_at: number; due_at: number; by: string; keys: string }
  /** The applications of an erasure. */
  erasing: { application_id: string; erasure_id: string }
  /**
   * What persons asked for about their data. `received`, `due`: days. `person`: how they are found; emptied when they are erased. `person_hash`: the
   * keyed hash of it, empty for what is neither an address nor a telephone number. `done_at`: null while it is open.
   */
  person_requests: {
    id: string
    kind: RequestKind
    person: string
    person_hash: string
    received: string
    due: string
    note: string
    created_at: number
    done_at: number | null
  }
  /** See `SharedDrafts`; `id_hash`: SHA-256. */
  shared_drafts: { id_hash: string; revision: number; sealed: Uint8Array; saved_at: number }
  /** Addresses that are to be told when the next cohort opens. `queued_for`: the cohort whose letter is queued. */
  subscriptions: {
    id: string
    email: string
    email_key: string
    created_at: number
    confirmed_at: number | null
    queued_for: string | null
  }
  users: { email: string; id: string; created_at: number }
  replies: { key: string; reply: string; until: number }
  limits: { key: string; hits: number; resets_at: number }
  /** `value` is JSON. */
  settings: { key: string; value: string; revision: number }
  migrations: { name: string; applied_at: number }
}

/** A connection to the database, or a transaction on it. */
export type Db = Kysely<Tables>
