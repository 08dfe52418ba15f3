import type { Forms } from '../forms/form.ts'
import type { Feature } from './feature.ts'
import type { LetterSettings } from './mail/messages/compose.ts'
import type { Preview } from './mail/messages/preview.ts'

/** Every folder of src/features with a `feature.ts`, with its name, in the order of the names. */
export const features: readonly (Feature & { readonly name: string })[] = Object.entries(
  import.meta.glob<Feature>('../features/*/feature.ts', { eager: true, import: 'feature' }),
).map(([file, feature]) => ({ ...feature, name: file.split('/').at(-2) ?? '' }))

/** Samples of the mails of features. */
export const featurePreviews = (settings: LetterSettings, now: Date, forms: Forms): readonly Preview[] =>
  features.flatMap((feature) => feature.previews?.(settings, now, forms) ?? [])
