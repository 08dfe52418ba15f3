import { randomFrom } from '../../../ui/kolam/random.ts'
import type { Drawing } from '../../routes.ts'

/** Those with many drawings of one line, so that no two covers are alike. */
const forms = [
  { size: 7, shape: 'square' },
  { size: 7, shape: 'octagon' },
  { size: 11, shape: 'diamond' },
] as const

/** The kolam of the post at /blog/{slug}: its cover, the head of its page, its Open Graph picture. */
export function postKolam(slug: string): Drawing {
  const form = forms[Math.floor(randomFrom(slug)() * forms.length)] ?? forms[0]
  return { seed: slug, ...form }
}
