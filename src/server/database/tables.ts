import type { Generated, Kysely } from 'kysely'
import type { Status } from '../../applications/application.ts'
import type { OutboxState, Topic } from '../../applications/outbox.ts'
import type { DuplicateRule } from '../../forms/form.ts'
import type { FormType } from '../../shared/form-types.ts'

/**
 * The tables, the same on both engines. A time is a whole number of milliseconds since 1970 in UTC: it compares and sorts in the same way everywhere, and no
 * driver converts it to local time. Texts that a person wrote are encoded with `encodeText` (text-encoding.ts).
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
    /** JSON text, unchanged: `jsonb` refuses some characters and reorders keys. */
    answers: string
    status: Status
    submitted_at: number
    /** The due moment. */
    due_at: number
    reviewed_at: number | null
    reviewed_by: string | null
    notes: string
    meeting_at: number | null
    /** 1 for a starred application. */
    starred: Generated<number>
    /** JSON: a number by the criterion's id. */
    scores: Generated<string>
    /** The total of the scores, in tenths; null while there is none. */
    total_score: Generated<number | null>
    /** JSON: a list of `ApplicantRequest`. */
    requests: Generated<string>
    ip: string
    /** JSON text of an `Origin`; null when unknown. */
    origin: string | null
    /** Version of the privacy notice; empty when unknown. */
    notice: string
    /** The revision of the last change of answers, and the one that the reviewer has seen. */
    answers_revision: Generated<number>
    seen_revision: Generated<number>
    /** When the reviewer first opened it with its present answers; null if it is unread. */
    read_at: Generated<number | null>
    /** When the owner of the address stopped its letters. */
    letters_stopped_at: Generated<number | null>
    /** See `LinkState`. */
    link_generation: Generated<number>
    owner_opened_at: Generated<number | null>
    /** When the owner of the address first pressed a button of a page that only a letter's link opens. */
    proven_at: Generated<number | null>
    revision: number
    duplicate_key: string
    duplicate_rule: DuplicateRule
    /** When the applicant withdrew it; null while it is not withdrawn. */
    withdrawn_at: Generated<number | null>
    /** When it was deleted or quarantined; null while it is visible. */
    removed_at: number | null
    /** The end of the hold of a deletion, or of the quarantine; 0 for spam that the desk deleted. */
    hold_until: number | null
    /** Why it is in quarantine: a JSON list of signals. It is hidden like a deleted one (`removed_at`). Null for all others. */
    quarantine: string | null
    /** Name, e-mail, company and answers, folded (see search/fold.ts). */
    search_text: string
    /** See search/facets.ts. */
    facets: string
    /** See `Application.formVersion`. */
    form_version: Generated<string>
    /** The code of the language in which it was sent; empty for English. */
    language: Generated<string>
  }
  /** Earlier versions of answers, with the revision that led to them. */
  answer_versions: { application_id: string; revision: number; form_version: string; answers: string }
  /** Replaced files of those versions. */
  earlier_files: { application_id: string; field: string; revision: number; name: string; type: string; bytes: Uint8Array }
  files: { application_id: string; field: string; name: string; type: string; bytes: Uint8Array }
  /** Append-only. Every change raises the revision by one and adds one entry with it. */
  history: { application_id: string; revision: number; at: number; by: string; event: string }
  /** Only while earlier migrations run; they are facets now. */
  person_keys: { application_id: string; kind: string; key: string; submitted_at: number }
  outbox: {
    id: string
    topic: Topic
    payload: string
    key: string
    application_id: string
    /** The name of a letter, `written` for a message; null for other topics. */
    letter: string | null
    /** The revision of the change that it is about. */
    revision: number
    state: OutboxState
    due_at: number
    /** When it can be claimed: at `due_at` while it waits; when the claim lapses while it is claimed; otherwise null. */
    next_at: number | null
    attempts: number
    fence: number
    created_at: number
    sent_at: number | null
    last_fault: string
    /** The first failure since it was queued, or since the admin sent it again. */
    failing_since: number | null
    /** The state that an undo of the deletion restores; null unless a deletion cancelled it. */
    revived_as: OutboxState | null
    /** Where mail that strangers can cause was caused (`networkOf`); null for other entries, and when it is unknown. */
    network: string | null
  }
  /** When mail that strangers can cause was sent. `recipient`: the hash of the mailbox key. `merged`: 1 if it has the links of all applications. */
  mail_times: { entry_id: string; recipient: string; network: string | null; at: number; merged: number }
  /** The numbers of listed applications. `shard` is 0 in new rows; older ones are summed up. */
  counters: { form_type: FormType; status: Status; shard: number; n: number }
  idempotency: { key: string; content: string; application_id: string; until: number }
  passcodes: {
    id: string
    email: string
    code_hash: string
    created_at: number
    expires_at: number
    /** The hash of the requesting browser's cookie; null for codes of earlier versions. */
    browser: string | null
    /** The client that can try it without that cookie; null: none. */
    client: string | null
    /** Tries of the browser, and of the client. A try counts until it is redeemed. */
    wrong_tries: number
    client_tries: number
    /** Used, or replaced by a newer one. */
    ended_at: number | null
    /** The owner of the budget; null: all strangers. */
    owner: string | null
    redeemed_at: number | null
  }
  /** `owner`: that of the tried code. */
  wrong_tries: { id: string; email: string; at: number; owner: string | null }
  /** `browser`: the device's hash; null for sessions of earlier versions. */
  /** See `HelperLink`; `opens`: its right. */
  helper_links: {
    id: string
    opens: string
    scope: string
    title: string
    name: string
    email: string
    generation: number
    secret_hash: string
    created_at: number
    until: number
    used_at: number | null
    seen_at: number | null
    ended_at: number | null
  }
  helper_sessions: { credential_hash: string; link_id: string; created_at: number }
  sessions: {
    credential_hash: string
    user_id: string
    email: string
    created_at: number
    expires_at: number
    browser: string | null
  }
  /** The trusted browsers. `email`: the address that signed in; null when unknown. */
  devices: {
    device_hash: string
    until: number
    email: string | null
    name: string
    /** The first sign-in, and the last one; null for browsers of earlier versions. */
    created_at: number | null
    signed_in_at: number | null
  }
  /** `id`, `public_key`: base64url. `counter`: the authenticator's signature counter, 0 if it has none. */
  passkeys: {
    id: string
    email: string
    name: string
    public_key: string
    counter: number
    created_at: number
    used_at: number | null
  }
  /** Refused sign-ins in the minute that begins at `minute`. */
  refusals: { minute: number; n: number }
  /** The form versions; `snapshot` is the JSON of a `FormSnapshot`. */
  form_versions: { version: string; form_type: FormType; snapshot: string; since: number }
  /** Erasures that wait until `due_at`. `keys`: a JSON list of `HashedKey`. */
  erasures: { id: string; requested_at: number; due_at: number; by: string; keys: string }
  /**
   * The record of deletions and stopped letters. `id`: of an application or a person's request, `*` for all letters to an address, empty for a person. `hash`: the sealed hash
   * of an address, empty for an application. `stopped`: 1 when letters are stopped.
   */
  deletions: { kind: 'application' | 'person' | 'letters'; id: string; hash: string; at: number; stopped: number }
  /** The applications of an erasure. */
  erasing: { application_id: string; erasure_id: string }
  /**
   * Requests of persons about their data. `received`, `due`: days. `person`: an address, a telephone number or a name; emptied when the person is erased.
   * `person_hash`: its keyed hash; empty for a name. `done_at`: null while it is open.
   */
  person_requests: {
    id: string
    kind: 'access' | 'correct' | 'erase' | 'grievance'
    person: string
    person_hash: string
    received: string
    due: string
    note: string
    created_at: number
    done_at: number | null
  }
  /** Files of content/ as they were last typed at the desk; null: published or discarded. */
  content_drafts: {
    path: string
    text: string | null
    revision: number
    saved_at: number
    /** The hash of the token of its link, and when the link ends. */
    link_hash: string | null
    link_until: number | null
  }
  /** `revision`: null while it waits for `due_at`. `at`: when it was published, or scheduled while it waits. */
  publishes: { id: string; revision: number | null; at: number; by: string; note: string; due_at: number | null; fault: string }
  /** The texts that a publish changed; null: follows the build again; empty: no such file. */
  /** `live`: 1 for the texts that are the site's now. */
  published_files: { publish_id: string; path: string; text: string | null; live: number }
  /** `unused_since`: when the sweep first found no text that names it; null while one does. */
  pictures: { name: string; unused_since: number | null; bytes: Uint8Array }
  /** The times that applicants may choose for a meeting, and the applications that have them. */
  slots: { starts_at: number; minutes: number }
  slot_holders: { starts_at: number; application_id: string }
  /** When the reviewer is busy, by the own calendar. */
  busy_times: { starts_at: number; ends_at: number }
  users: { email: string; id: string; created_at: number }
  replies: { key: string; reply: string; until: number }
  limits: { key: string; hits: number; resets_at: number }
  /** `value` is JSON. */
  settings: { key: string; value: string; revision: number }
  migrations: { name: string; applied_at: number }
}

/** A connection to the database, or a transaction on it. */
export type Db = Kysely<Tables>
