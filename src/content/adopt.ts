import { setColours } from '../shared/colours.ts'
import { setZone } from '../shared/dates.ts'
import { setMissingPages } from '../shared/existing-pages.ts'
import type { Site } from './schema/site.ts'

/** Sets what this process shows of a site without being told each time: its zone, its colours, and the pages that it has. */
export function adoptSite({ zone, colours, without = [] }: Pick<Site, 'zone' | 'colours' | 'without'>): void {
  setZone(zone)
  setColours(colours)
  setMissingPages(without)
}
