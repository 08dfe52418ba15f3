/** An id for a heading, which `ids` does not have yet; it is added. */
export function unusedId(text: string, ids: Set<string>): string {
  const words = text
    .toLowerCase()
    .replace(/[’']/g, '')
    .match(/[a-z0-9]+/g)
  const stem = words?.join('-') ?? 'part'
  let id = stem
  for (let next = 2; ids.has(id); next++) id = `${stem}-${next}`
  ids.add(id)
  return id
}
