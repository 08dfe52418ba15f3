import { parse } from 'yaml'
import { yamlFiles } from '../content/files.ts'
import type { Edits } from '../server/records/edits/edits.ts'
import { setZone } from '../shared/dates.ts'

/** Sets the zone that is published, for a program that works beside the server. */
export async function setPublishedZone({ published }: Pick<Edits, 'published'>): Promise<void> {
  const text = (await published()).files['content/site.yaml'] || yamlFiles['content/site.yaml']
  if (text) setZone(parse(text).zone)
}
