import type { Application } from '../../applications/application.ts'
import type { Noted } from '../../server/changes/note.ts'
import type { Core } from '../../server/feature.ts'
import { readObject } from '../../server/http/body.ts'
import { Routes } from '../../server/http/routes.ts'
import { AppError } from '../../shared/errors.ts'
import { type CardRecord, type CardTexts, cardRoutes as routes } from './api.ts'
import { type Card, isSameName, sentencesOf, textsOf } from './sentences.ts'
import type { Cards } from './store.ts'

const portfolioPath = 'content/portfolio.yaml'
const cohortsPath = 'content/cohorts.yaml'

type Entry = Readonly<Record<string, unknown>>
type Lists = { readonly companies: readonly Entry[]; readonly cohorts: readonly Entry[] }

const entriesOf = (value: unknown): readonly Entry[] => (Array.isArray(value) ? value : [])

/** What of the site is edited; its parts are loaded when a card is opened. */
const editor = () => import('../../server/editing/editor.ts')

/** The lists of companies without those of these names. A cohort without companies has no list. */
const without = ({ companies, cohorts }: Lists, names: readonly string[]): Lists => {
  const isOther = ({ name }: Entry): boolean => !names.some((own) => isSameName(own, String(name)))
  return {
    companies: companies.filter(isOther),
    cohorts: cohorts.map(({ companies: all, ...cohort }) => {
      const left = entriesOf(all).filter(isOther)
      return left.length === 0 ? cohort : { ...cohort, companies: left }
    }),
  }
}

/** The lists with the card of a company, in place of an earlier one. */
function withCard(lists: Lists, names: readonly string[], texts: CardTexts, cohort: string, programme: string): Lists {
  const { companies, cohorts } = without(lists, names)
  const { name, description, category, stage, website, founders, line } = texts
  const earlier = lists.companies.find((entry) => names.some((own) => isSameName(own, String(entry.name))))
  const entry = {
    ...{ ...earlier, name, description, category, stage, founders, programme: `${programme}, ${cohort}` },
    ...(website !== '' && { website }),
  }
  return {
    companies: [...companies, entry],
    cohorts: cohorts.map((each) =>
      each.label === cohort ? { ...each, companies: [...entriesOf(each.companies), { name, about: line }] } : each,
    ),
  }
}

const programmes: Readonly<Record<string, string>> = { StartupStudio: 'Startup Studio' }

/** Cards at the desk: read with their answers, and drafted for the site. */
export function deskRoutes(core: Core, cards: Cards): Routes {
  /** The lists of the site, as published and as edited. */
  async function listsNow() {
    const { existing, readDesk, textOf } = await editor()
    const { readValue } = await import('../../server/editing/values.ts')
    const desk = await readDesk(core.edits)
    const read = (path: string, text: string) => {
      const value = readValue(path, text, existing(desk, path).schema)
      return entriesOf(value.ok ? value.value : [])
    }
    const lists = (textAt: (path: string) => string): Lists => ({
      companies: read(portfolioPath, textAt(portfolioPath)),
      cohorts: read(cohortsPath, textAt(cohortsPath)),
    })
    return { desk, live: lists((path) => desk.live[path] ?? ''), edited: lists((path) => textOf(desk, path)) }
  }
  const isNamed = ({ companies, cohorts }: Lists, names: readonly string[]): boolean =>
    [...companies, ...cohorts.flatMap((cohort) => entriesOf(cohort.companies))].some(({ name }) =>
      names.some((own) => isSameName(own, String(name))),
    )
  const namesOf = (texts: CardTexts, card: Card | undefined): readonly string[] =>
    [texts.name, ...(card?.draftedAs ?? [])].filter((name) => name !== '')

  async function recordOf(application: Application): Promise<CardRecord | null> {
    const [cohort, card, form] = await Promise.all([
      core.cohortOf(application),
      cards.of(application.id),
      core.formVersions.of(application),
    ])
    if (cohort === undefined && card === undefined) return null
    const sentences = sentencesOf(form, application)
    const texts = textsOf(sentences, card)
    const { live, edited } = await listsNow()
    const names = namesOf(texts, card)
    return {
      sentences: sentences.map(({ part, text, from }) => ({ part, text: texts[part], is_corrected: texts[part] !== text, from })),
      consent: card?.consent ?? null,
      said_at: card?.at.toISOString() ?? null,
      cohort: cohort ?? null,
      is_published: isNamed(live, names),
      is_drafted: isNamed(edited, names) !== isNamed(live, names),
    }
  }
  const named = async (id: string): Promise<Application> => {
    const application = await core.applications.byId(id)
    if (application === undefined) throw new AppError('RECORD_NOT_FOUND')
    return application
  }

  async function draft(application: Application, removes: boolean, by: string): Promise<void> {
    const [cohort, card] = await Promise.all([core.cohortOf(application), cards.of(application.id)])
    if (!removes && (card?.consent !== 'given' || cohort === undefined))
      throw new AppError('CONFLICT', {
        message: 'The founder has not agreed that the site shows the company, so nothing was drafted.',
      })
    const texts = textsOf(sentencesOf(await core.formVersions.of(application), application), card)
    const { desk, edited } = await listsNow()
    const names = namesOf(texts, card)
    const programme = programmes[application.formType] ?? 'Accelerator'
    const next = removes ? without(edited, names) : withCard(edited, names, texts, cohort ?? '', programme)
    const { textOf, textWithValue } = await editor()
    const saved = [[portfolioPath, next.companies] as const, [cohortsPath, next.cohorts] as const].flatMap(([path, value]) => {
      const text = textWithValue(desk, path, value)
      return text === textOf(desk, path) ? [] : [{ path, text, revision: desk.drafts.get(path)?.revision ?? 0 }]
    })
    const stale = await core.edits.saveDrafts(saved, core.now())
    if (stale !== undefined)
      throw new AppError('CONFLICT', { message: 'A list of the site was changed in another window meanwhile. Press again.' })
    const line = removes ? 'A draft of the site without the company' : 'A draft of the site with the card'
    await core.note(application.id, async ({ id }): Promise<Noted | undefined> => {
      // Its founder may have taken consent back meanwhile.
      const current = await cards.of(id)
      if (current === undefined) return undefined
      const draftedAs = removes ? current.draftedAs : [...new Set([...current.draftedAs, texts.name])]
      const drafted: Card = { ...current, draftedAs, draftedAt: core.now() }
      return { by, text: line, write: (trx) => cards.put(trx, id, drafted) }
    })
  }

  return new Routes('admin')
    .on(routes.cards, async () => {
      const [all, { live }] = await Promise.all([cards.all(), listsNow()])
      const records = await Promise.all(
        [...all].map(async ([id, card]) => {
          const application = await core.applications.byId(id)
          const cohort = (application && (await core.cohortOf(application))) ?? null
          const { consent, texts } = card
          return { application_id: id, name: texts.name, cohort, consent, is_published: isNamed(live, namesOf(texts, card)) }
        }),
      )
      return { cards: records }
    })
    .on(routes.card, async (context) => ({ card: await recordOf(await named(context.req.param('id'))) }))
    .on(routes.draftCard, async (context) => {
      const { removes } = await readObject(context)
      const application = await named(context.req.param('id'))
      await draft(application, removes === true, context.get('session').email)
      return { card: await recordOf(application) }
    })
}
