import type { Feature } from '../../server/feature.ts'
import { findDifferences } from '../../server/sheets/differences.ts'
import { minute } from '../../shared/dates.ts'
import { composeDigest, sampleDigest } from './compose.ts'
import { digestOf, isEmpty, morningLetter, queueMorningLetter } from './digest.ts'

/** The letter to the admin on business days: what arrived, and what is due, late or failing. */
export const feature: Feature = {
  run(core) {
    const { mailer, adminEmail, forms, letters, delivery } = core
    const parts = {
      ...core,
      differences: async () => (await findDifferences({ ...core, role: delivery.spreadsheet })).differences,
    }
    return {
      mails: [
        morningLetter.composedBy(mailer, async (window, id) => {
          const digest = await digestOf(parts, window)
          return isEmpty(digest) ? undefined : composeDigest(adminEmail, digest, forms, letters, id)
        }),
      ],
      chores: [{ name: 'morning letter', everyMs: minute, work: () => queueMorningLetter(parts) }],
    }
  },
  previews: (settings, now, forms) => [
    {
      ...{ name: 'morning', title: 'Morning letter' },
      message: composeDigest('admin@example.com', sampleDigest(forms, now), forms, settings, 'preview'),
    },
  ],
}
