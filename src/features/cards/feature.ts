import type { Feature } from '../../server/feature.ts'
import { drawInSlot } from '../../server/pages/drawn.ts'
import { cardPath } from './api.ts'
import { cards } from './store.ts'

/** The card of a company that has taken a place, drafted from its answers, and shown on the site only if its founder agrees (decision 0140). */
export const feature: Feature = {
  ownPages: [cardPath],
  run(core) {
    const store = cards(core.engine)
    return {
      async routes(holder) {
        const [{ deskRoutes }, { ownRoutes }, { renderCard }] = await Promise.all([
          import('./desk-routes.ts'),
          import('./own-routes.ts'),
          import('./page/CardPage.tsx'),
        ])
        return [...deskRoutes(core, store), ...ownRoutes(core, store, holder, drawInSlot(core.site, cardPath, renderCard))]
      },
      ownParts: async (application) => (await import('./own-routes.ts')).ownPart(core, store)(application),
      async archived(applicationId) {
        const card = await store.of(applicationId)
        if (card === undefined) return undefined
        const { consent, texts, at } = card
        const lines = [
          { label: 'Shown on our site', text: consent === 'given' ? 'You agreed.' : 'You did not agree.' },
          ...Object.values(texts)
            .filter(Boolean)
            .map((text) => ({ label: 'Card', text })),
        ]
        return { lines, data: [{ consent, at, texts }] }
      },
    }
  },
}
