import type { KolamProps } from '../../../ui/kolam/Kolam.tsx'

type Drawing = Pick<KolamProps, 'seed' | 'size' | 'shape'>

/** A kolam for each programme and page: the same drawing in its hero, on its card and in its Open Graph picture. */
export const kolams = {
  home: { seed: 'b', size: 9, shape: 'diamond' },
  'startup-studio': { seed: 'h', size: 5, shape: 'octagon' },
  accelerator: { seed: 'c', size: 5, shape: 'square' },
  'fund-raise': { seed: 'b', size: 7, shape: 'diamond' },
  'acceleration-as-service': { seed: 'b', size: 5, shape: 'octagon' },
  'service-provider': { seed: 'a', size: 5, shape: 'octagon' },
  contact: { seed: 'f', size: 5, shape: 'diamond' },
  'work-for-startups': { seed: 'c', size: 7, shape: 'octagon' },
  'become-early-customer': { seed: 'g', size: 7, shape: 'diamond' },
  investors: { seed: 'g', size: 7, shape: 'octagon' },
  portfolio: { seed: 'i', size: 7, shape: 'octagon' },
  team: { seed: 'e', size: 5, shape: 'square' },
  mentors: { seed: 'h', size: 9, shape: 'diamond' },
  apply: { seed: 'd', size: 5, shape: 'square' },
  about: { seed: 'i', size: 7, shape: 'diamond' },
  'the-last-call': { seed: 'a', size: 3, shape: 'diamond' },
  blog: { seed: 'd', size: 7, shape: 'octagon' },
  privacy: { seed: 'c', size: 5, shape: 'octagon' },
} as const satisfies Readonly<Record<string, Drawing>>
