import type { Feature } from './feature.ts'

/** Every folder of src/features with a `feature.ts`, in the order of their names. */
export const features: readonly Feature[] = Object.values(
  import.meta.glob<Feature>('../features/*/feature.ts', { eager: true, import: 'feature' }),
)
