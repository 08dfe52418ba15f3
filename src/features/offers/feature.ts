import type { Feature } from '../../server/feature.ts'
import { drawInSlot } from '../../server/pages/drawn.ts'
import { after, day } from '../../shared/dates.ts'
import { offerPaths } from './api.ts'
import { composeOffer, offerMails } from './mail.ts'
import { type Offer, sheetOf, stateOf } from './rules.ts'
import { offers } from './store.ts'

/** Offers of a place in a cohort: an approved founder reads the deal, and takes the place or declines (decision 0003). */
export const feature: Feature = {
  ownPages: [offerPaths.offer],
  run(core) {
    const store = offers(core.engine)
    return {
      async routes(holder) {
        const [{ deskRoutes }, { ownRoutes }, { renderOffer }] = await Promise.all([
          import('./desk-routes.ts'),
          import('./own-routes.ts'),
          import('./page/OfferPage.tsx'),
        ])
        return [
          ...deskRoutes(core, store),
          ...ownRoutes(core, store, holder, drawInSlot(core.site, offerPaths.offer, renderOffer)),
        ]
      },
      ownParts: async (application) => (await import('./own-routes.ts')).ownPart(core, store)(application),
      withDecision: async (...decision) => (await import('./make.ts')).makeOffer(core, store)(...decision),
      async cohortOf(application) {
        const offer = await store.of(application.id)
        return offer !== undefined && stateOf(offer, application, core.now()) === 'taken' ? offer.cohort : undefined
      },
      mails: offerMails(core, store),
      async archived(applicationId) {
        const offer = await store.of(applicationId)
        if (offer === undefined) return undefined
        const { cohort, version, hash, sentences, people, offeredAt, endsAt, answer, answeredAt, words, sheet } = offer
        return {
          lines: [
            { label: 'Offer', text: `A place in ${cohort}: ${answer === 'none' ? 'not answered' : answer}. ${words}`.trim() },
            ...(sheet === '' ? [] : [{ label: 'Sheet', text: sheet }]),
          ],
          data: [{ cohort, version, hash, sentences, people, offeredAt, endsAt, answer, answeredAt, words, sheet }],
        }
      },
    }
  },
  previews(settings, now) {
    const endsAt = after(now, 7 * day)
    const sample: Offer = {
      ...{
        id: '',
        applicationId: '019aa1b2-3c4d-7000-8000-000000001234',
        cohort: 'Cohort 7',
        sentences: [],
        hash: '',
        version: 1,
      },
      ...{ people: 'Priya Raman', decidedAt: now, offeredAt: now, offeredBy: '', endsAt, answer: 'taken', answeredAt: now },
      ...{ words: 'Priya Raman', sheet: '' },
    }
    const mail = {
      to: 'priya@example.com',
      application: {
        id: sample.applicationId,
        formType: 'Accelerator',
        applicantName: 'Priya Raman',
        language: undefined,
      } as const,
      title: 'Accelerator application',
      offer: { ...sample, sheet: sheetOf(sample, settings.siteName, 'Priya Raman', now) },
      link: `${settings.siteUrl}/my`,
    }
    return [
      { name: 'offer', title: 'Offer of a place', message: composeOffer('offer', mail, settings, 'preview') },
      {
        name: 'offer_reminder',
        title: 'Reminder of an offer',
        message: composeOffer('offer_reminder', mail, settings, 'preview'),
      },
      {
        name: 'offer_taken',
        title: 'A place was taken',
        message: composeOffer('offer_taken', { ...mail, requests: ['Your logo.'] }, settings, 'preview'),
      },
    ]
  },
}
