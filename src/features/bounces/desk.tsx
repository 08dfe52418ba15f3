import type { DeskFeature } from '../../dashboard/features.ts'
import { BounceBanner } from './desk/BounceBanner.tsx'

export const feature: DeskFeature = { banner: BounceBanner }
