import type { KolamProps } from '../../../ui/kolam/Kolam.tsx'

type Drawing = Pick<KolamProps, 'seed' | 'size' | 'shape'>

/** A kolam for each programme and page: the same drawing in its hero, on its card and in its Open Graph picture. */
export const kolams = {
  home: { seed: 'x', size: 9, shape: 'diamond' },
  'startup-studio': { seed: 'studio', size: 7, shape: 'diamond' },
  accelerator: { seed: 'y', size: 7, shape: 'octagon' },
  'fund-raise': { seed: 'raise', size: 9, shape: 'diamond' },
  'acceleration-as-service': { seed: 'aas', size: 7, shape: 'square' },
  'service-provider': { seed: 'studio', size: 5, shape: 'octagon' },
  contact: { seed: 'contact', size: 5, shape: 'diamond' },
  'work-for-startups': { seed: 'work', size: 7, shape: 'octagon' },
  'become-early-customer': { seed: 'customer', size: 7, shape: 'diamond' },
  investors: { seed: 'investors', size: 7, shape: 'octagon' },
  portfolio: { seed: 'portfolio', size: 9, shape: 'octagon' },
  team: { seed: 'team', size: 5, shape: 'square' },
  mentors: { seed: 'mentors', size: 9, shape: 'diamond' },
  apply: { seed: 'apply', size: 7, shape: 'square' },
  about: { seed: 'about', size: 7, shape: 'diamond' },
  'the-last-call': { seed: 'last-call', size: 3, shape: 'diamond' },
  blog: { seed: 'blog', size: 7, shape: 'octagon' },
  privacy: { seed: 'privacy', size: 5, shape: 'octagon' },
} as const satisfies Readonly<Record<string, Drawing>>
