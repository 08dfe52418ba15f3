import { posts } from '../content/content.ts'
import type { Post } from '../content/post.ts'
import { randomFrom } from '../ui/kolam/grid.ts'
import type { KolamProps } from '../ui/kolam/Kolam.tsx'

/** The arguments of a kolam. */
export type Drawing = Pick<KolamProps, 'seed' | 'size' | 'shape' | 'name'>

/** The kolam of a programme or page, in its hero, on its card and in its Open Graph picture, where it was chosen. */
export const kolams = {
  home: { seed: 'd', size: 9, shape: 'diamond' },
  'startup-studio': { seed: 'g', size: 5, shape: 'octagon', name: 'studio' },
  accelerator: { seed: 'g', size: 5, shape: 'square', name: 'accelerator' },
  'fund-raise': { seed: 'f', size: 7, shape: 'diamond', name: 'raise' },
  'acceleration-as-service': { seed: 'o', size: 5, shape: 'octagon', name: 'service' },
  'service-provider': { seed: 'b', size: 5, shape: 'octagon' },
  contact: { seed: 'f', size: 5, shape: 'diamond' },
  'work-for-startups': { seed: 'c', size: 7, shape: 'octagon' },
  'become-early-customer': { seed: 'i', size: 7, shape: 'diamond' },
  investors: { seed: 'q', size: 7, shape: 'octagon' },
  portfolio: { seed: 'g', size: 7, shape: 'octagon' },
  team: { seed: 'c', size: 5, shape: 'square' },
  mentors: { seed: 'h', size: 9, shape: 'diamond' },
  apply: { seed: 'q', size: 5, shape: 'square' },
  terms: { seed: 'g', size: 5, shape: 'square' },
  about: { seed: 'q', size: 7, shape: 'diamond' },
  'the-last-call': { seed: 'a', size: 3, shape: 'diamond' },
  blog: { seed: 'n', size: 7, shape: 'octagon' },
  privacy: { seed: 'i', size: 5, shape: 'octagon' },
} as const satisfies Readonly<Record<string, Drawing>>

/** Shapes and sizes with many drawings, so that covers differ. */
const variants = [
  { size: 7, shape: 'square' },
  { size: 7, shape: 'octagon' },
  { size: 11, shape: 'diamond' },
] as const

/** The kolam of the post at /blog/{name}, or of a page for which none was chosen. */
export function kolamFrom(name: string): Drawing {
  const variant = variants[Math.floor(randomFrom(name)() * variants.length)] ?? variants[0]
  return { seed: name, ...variant }
}

export const pageKolam = (name: string): Drawing =>
  Object.hasOwn(kolams, name) ? kolams[name as keyof typeof kolams] : kolamFrom(name)

const grounds = ['laterite', 'sand', 'sea', 'turmeric'] as const

/** The position of a post among the featured posts, or among the others, as the blog lists them. */
const positionOf = ({ id, featured }: Post): number =>
  posts.filter((post) => post.featured === featured).findIndex((post) => post.id === id)

/** The background of a post's cover and page. Backgrounds alternate in the order of the list. */
export const postGround = (post: Post): (typeof grounds)[number] => grounds[positionOf(post) % grounds.length] ?? 'laterite'

const details = ['edge', 'close', 'corner'] as const

/** The part of the kolam that a post's cover shows. With the background, twelve covers in a row differ. */
export const postDetail = (post: Post): (typeof details)[number] => details[positionOf(post) % details.length] ?? 'edge'
