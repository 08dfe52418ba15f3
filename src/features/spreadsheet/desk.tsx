import type { DeskFeature } from '../../dashboard/features.ts'
import { RebuildSheet } from './desk/RebuildSheet.tsx'

export const feature: DeskFeature = { tool: RebuildSheet }
