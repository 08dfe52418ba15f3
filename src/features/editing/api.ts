import { writers } from '../../api/rights.ts'
import { type Done, get, post, put, whileBlind } from '../../api/route.ts'
import type {
  BeginningResponse,
  ChangesResponse,
  DocumentResponse,
  LetterCheckResponse,
  LetterDraftResponse,
  LetterTestResponse,
  PictureResponse,
  SiteResponse,
  TextHit,
} from '../../api/site-content.ts'

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
    restoreSitePublish: post('/api/site/publishes/:id/restore', ...writers)
      .takes<{ readonly version: 'before' | 'after' }>()
      .answers<Done & { readonly documents: readonly string[] }>(),
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
