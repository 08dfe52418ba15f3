import { type Done, get, post, whileBlind } from '../../api/route.ts'

// The card of a company on the site, for the founder and for the desk. Times are ISO 8601.

/** The texts of a card. `line`: the sentence in the list of its cohort. */
export interface CardTexts {
  readonly name: string
  readonly description: string
  readonly line: string
  readonly founders: string
  readonly website: string
  readonly category: string
  readonly stage: string
}

/** The most characters of each. */
export const cardLimits: Readonly<Record<keyof CardTexts, number>> = {
  ...{ name: 100, description: 400, line: 200, founders: 200, website: 300, category: 40, stage: 40 },
}

/** The founder's page; the parameter `of` identifies the application. */
export const cardPath = '/my/card'

/** A card as the desk sees it. */
export interface CardRecord {
  readonly sentences: readonly {
    readonly part: keyof CardTexts
    /** As it would be published. */
    readonly text: string
    readonly is_corrected: boolean
    readonly from: readonly { readonly question: string; readonly answer: string }[]
  }[]
  /** What the founder said; null before. `ended`: given, and taken back. */
  readonly consent: 'given' | 'withheld' | 'ended' | null
  readonly said_at: string | null
  /** The cohort of the taken place; null when it was given back. */
  readonly cohort: string | null
  /** Whether the published site names the company in its lists, and whether a draft of these lists differs in that. */
  readonly is_published: boolean
  readonly is_drafted: boolean
}

interface CardResponse extends Done {
  /** Null without a taken place. */
  readonly card: CardRecord | null
}

interface CardsResponse extends Done {
  /** The companies whose founders have said something, by cohort. */
  readonly cards: readonly {
    readonly application_id: string
    readonly name: string
    readonly cohort: string | null
    readonly consent: 'given' | 'withheld' | 'ended'
    readonly is_published: boolean
  }[]
}

export const cardRoutes = whileBlind('refused', {
  cards: get('/api/cards').answers<CardsResponse>(),
  card: get('/api/applications/:id/card').answers<CardResponse>(),
  /** Makes drafts of the site's lists, with the company or (`removes`) without it. */
  draftCard: post('/api/applications/:id/card/draft').takes<{ readonly removes: boolean }>().answers<CardResponse>(),
})
