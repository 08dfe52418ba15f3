import type { Feature } from './feature.ts'

/** Every folder of src/features with a `feature.ts`, with its name, in the order of the names. */
export const features: readonly (Feature & { readonly name: string })[] = Object.entries(
  import.meta.glob<Feature>('../features/*/feature.ts', { eager: true, import: 'feature' }),
).map(([file, feature]) => ({ ...feature, name: file.split('/').at(-2) ?? '' }))
