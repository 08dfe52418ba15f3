import type { LetterRecord } from '../../api/letter-responses.ts'
import { writers } from '../../api/rights.ts'
import { type Done, get, post, put, whileBlind } from '../../api/route.ts'
import type { ChangesResponse, DocumentState, EditableDocument, FieldPath, Leftover, Waiting } from '../../api/site-content.ts'

/** An entry of a document that is a list, such as a person. `picture`: the file name; empty where it has none. */
export interface EntrySummary {
  readonly name: string
  readonly about: string
  readonly picture: string
}

/** A document of the map. */
export interface DocumentSummary {
  readonly path: string
  readonly group: string
  readonly name: string
  readonly state: DocumentState
  /** When its draft was saved: ISO 8601; null without one. */
  readonly savedAt: string | null
  /** Its own page; empty for one that stands on pages of others. */
  readonly page: string
  /** Of a post. */
  readonly post?: { readonly date: string; readonly featured: boolean }
  /** Of a list, such as the team. */
  readonly entries?: readonly EntrySummary[]
  /** Whether it still has texts that stand for real ones. */
  readonly placeholder: boolean
  readonly waiting: readonly Waiting[]
}

/** A publish in the history. Times are ISO 8601. */
export interface PublishSummary {
  readonly id: string
  readonly revision: number | null
  readonly at: string
  readonly by: string
  readonly note: string
  readonly dueAt: string | null
  readonly fault: string
  readonly documents: readonly string[]
}

export interface SiteResponse {
  readonly success: true
  readonly revision: number
  readonly documents: readonly DocumentSummary[]
  /** What an earlier version published and this one refuses. `isPlain`: visitors see it without its markup, else as it ships. */
  readonly refused: readonly { readonly path: string; readonly sentence: string; readonly isPlain: boolean }[]
  readonly publishes: readonly PublishSummary[]
}

/** A text that a search of the map finds. */
export interface TextHit {
  readonly path: string
  /** Of the document. */
  readonly name: string
  readonly field: FieldPath
  readonly label: string
  readonly text: string
}

/** A question about who we are. `now`: what is understood; empty for nothing. */
export interface BeginningQuestion {
  readonly id: string
  readonly words: string
  readonly isYesNo: boolean
  readonly now: string
  readonly faults: readonly string[]
}

/** Who we are, as the answers say it. `saved`: the documents whose drafts have it. */
export interface BeginningResponse {
  readonly success: true
  readonly questions: readonly BeginningQuestion[]
  readonly leftovers: readonly Leftover[]
  readonly saved: readonly string[]
}

/** A picture that was stored. */
interface PictureResponse {
  readonly success: true
  readonly name: string
}

export interface DocumentResponse {
  readonly success: true
  readonly document: EditableDocument
}

interface NamedApplication {
  readonly id: string
  readonly label: string
}

/** The draft of a letter as an application gets it. */
export interface LetterDraftResponse {
  readonly success: true
  readonly letter: LetterRecord
  /** The newest applications that could get it now, for a choice. */
  readonly applications: readonly NamedApplication[]
}

/** The draft of a letter, composed for the applications that could get it now: for `composed` of `total`, the newest of each form. */
export interface LetterCheckResponse {
  readonly success: true
  readonly composed: number
  readonly total: number
  /** The placeholders without a value, with the number of applications that lack it, and the newest of these. */
  readonly missing: readonly {
    readonly placeholder: string
    readonly count: number
    readonly applications: readonly NamedApplication[]
  }[]
}

/** The test of a letter is queued. */
interface LetterTestResponse {
  readonly success: true
  readonly to: string
}

/** A draft of a document: its new value, its new text, the text of the build, or the one that waits in a publish (`waiting`: its id). `revision`: of the draft that it replaces. */
type DraftBody = { readonly path: string; readonly revision: number } & (
  | { readonly value: unknown }
  | { readonly text: string }
  | { readonly built: true }
  | { readonly waiting: string }
)

/** The pages of drafts for whoever has a link: of a post, and a picture that it names. */
export const draftPaths = { page: '/drafts/:token', picture: '/drafts/:token/:name' } as const

/** The desk's routes. */
export const siteRoutes = {
  ...whileBlind('safe', {
    /** The documents of the site, and their publishes. */
    site: get('/api/site', ...writers).answers<SiteResponse>(),
    /** The texts of the site that have the words of the query's `q`. */
    findSiteTexts: get('/api/site/texts', ...writers).answers<Done & { readonly hits: readonly TextHit[] }>(),
    /** A document as it can be edited; the query names its `path`. */
    siteDocument: get('/api/site/document', ...writers).answers<DocumentResponse>(),
    saveSiteDocument: put('/api/site/document', ...writers)
      .takes<DraftBody>()
      .answers<DocumentResponse>(),
    /** What answers to the questions about who we are would change, by the id of the question; `save` makes it drafts. */
    siteBeginning: post('/api/site/beginning', ...writers)
      .takes<{ readonly answers: Readonly<Record<string, string>>; readonly save: boolean }>()
      .answers<BeginningResponse>(),
    discardSiteDraft: post('/api/site/discard', ...writers)
      .takes<{ readonly path: string; readonly revision: number }>()
      .answers<DocumentResponse>(),
    /** What the drafts change, and what keeps those at the query's `paths`, with commas between, by default all, from being published. */
    siteChanges: get('/api/site/changes', ...writers).answers<ChangesResponse>(),
    /**
     * Publishes drafts now, or schedules them. `drafts`: their revisions by path. `waiting`: what becomes of texts of these documents that wait: `keep` publishes them
     * at their time, over these, and `end` takes them out; without it, a publish over one is refused with its time.
     */
    publishSite: post('/api/site/publish', 'publish')
      .takes<{
        readonly drafts: Readonly<Record<string, number>>
        readonly note: string
        readonly dueAt: string | null
        readonly waiting?: 'keep' | 'end'
      }>()
      .answers<Done & { readonly id: string; readonly revision: number | null }>(),
    /** When the link to the draft of a post at the query's `path` ends; null: there is none. */
    draftLink: get('/api/site/draft-link', ...writers).answers<Done & { readonly until: string | null }>(),
    makeDraftLink: post('/api/site/draft-link', ...writers)
      .takes<{ readonly path: string }>()
      .answers<Done & { readonly url: string; readonly until: string }>(),
    endDraftLink: post('/api/site/draft-link/end', ...writers)
      .takes<{ readonly path: string }>()
      .answers(),
    sitePublish: get('/api/site/publishes/:id', ...writers).answers<ChangesResponse>(),
    /** Makes drafts of its texts. */
    restoreSitePublish: post('/api/site/publishes/:id/restore', ...writers)
      .takes<{ readonly version: 'before' | 'after' }>()
      .answers<Done & { readonly documents: readonly string[] }>(),
    /** Publishes the texts before it, while the site says what it made it say. */
    takeBackSitePublish: post('/api/site/publishes/:id/take-back', 'publish').answers(),
    cancelSitePublish: post('/api/site/publishes/:id/cancel', 'publish').answers(),
    /** Stores a picture for the `folder` of the query, such as `portraits`; the file is the body. */
    storeSitePicture: post('/api/site/pictures', ...writers).answers<PictureResponse>(),
    /** A stored picture, also one that is not published. */
    sitePicture: get('/api/site/pictures/:name', ...writers).answers(),
    /** The page of a document with the drafts. */
    sitePreview: get('/api/site/preview', ...writers).answers(),
  }),
  ...whileBlind('safe', {
    /**
     * The draft of a letter at the query's `path`, composed for its `application` or an invented one. `search`: words of applications. A helper, and everybody
     * during a blind pass, gets it for an invented one.
     */
    letterDraft: get('/api/site/letter', ...writers).answers<LetterDraftResponse>(),
  }),
  ...whileBlind('refused', {
    /** Sends it to the admin. */
    sendLetterTest: post('/api/site/letter')
      .takes<{ readonly path: string; readonly application: string }>()
      .answers<LetterTestResponse>(),
    /** The draft of a letter, composed for all applications that could get it now. */
    checkLetterDraft: get('/api/site/letter/check').answers<LetterCheckResponse>(),
  }),
}
