import type { FieldPath } from '../../../api/site-content.ts'
import { partsWithLinks, withoutLinks } from '../../../content/links-in-text.ts'

/** A text of a document, and its field. */
interface Leaf {
  readonly field: FieldPath
  readonly text: string
}

/** A shorter text stands in too many places. */
const shortest = 3

/** A text as it is compared: posts and letters have typographic quotation marks. */
const plain = (text: string): string => text.replace(/[“”]/g, '"').replace(/[‘’]/g, "'").replace(/\s+/g, ' ').trim()

function leavesOf(value: unknown, field: FieldPath = []): readonly Leaf[] {
  if (typeof value === 'string') return [{ field, text: value }]
  if (typeof value !== 'object' || value === null) return []
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  return entries.flatMap(([key, part]) => leavesOf(part, [...field, key]))
}

/** Whether a text of the page is that of a field, whose placeholders such as `{site.name}` are filled in the page. */
function isFilled(leaf: string, text: string): boolean {
  let remaining = text
  for (const part of plain(leaf).split(/\{[^{}]*\}/)) {
    const at = remaining.indexOf(part)
    if (at < 0) return false
    remaining = remaining.slice(at + part.length)
  }
  return true
}

/** The field of a text in the page of a document; undefined when no field has it. */
export function fieldOfText(value: unknown, text: string): FieldPath | undefined {
  const read = plain(text)
  if (read.length < shortest) return undefined
  const leaves = leavesOf(value).filter((leaf) => leaf.text.length >= shortest)
  const exact = leaves.find((leaf) => plain(withoutLinks(leaf.text)) === read)
  const filled =
    exact ?? leaves.find((leaf) => leaf.text.includes('{') && plain(leaf.text).length > 20 && isFilled(leaf.text, read))
  // The words of a link, or a paragraph of a longer text.
  const isPart = ({ text }: Leaf): boolean =>
    partsWithLinks(text).some((part) => typeof part !== 'string' && plain(part.words) === read) ||
    (read.length > 20 && plain(withoutLinks(text)).includes(read))
  return (filled ?? leaves.find(isPart))?.field
}

/** The texts that differ between two values of the same shape. Where entries were added or removed, only the server knows the page. */
function changedTexts(before: unknown, after: unknown): readonly { readonly from: string; readonly to: string }[] {
  if (before === after) return []
  if (typeof before === 'string' && typeof after === 'string') return [{ from: before, to: after }]
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return []
  if (Array.isArray(before) && Array.isArray(after) && before.length !== after.length) return []
  const next = after as Readonly<Record<string, unknown>>
  return Object.entries(before).flatMap(([key, part]) => changedTexts(part, next[key]))
}

/** The places of texts in a page that was loaded. Each is found once, because it says other words afterwards. */
export type Places = Map<string, readonly Text[]>

/** Where a page has a text. */
export function placesOf(page: Document, text: string): readonly Text[] {
  const sought = plain(text)
  if (sought.length < shortest) return []
  const texts = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT)
  const places: Text[] = []
  while (texts.nextNode()) if (plain(texts.currentNode.nodeValue ?? '') === sought) places.push(texts.currentNode as Text)
  return places
}

/**
 * Shows the texts of `value` in a page that was rendered from `rendered`, until the server has rendered it again: texts that stand in the page as they are in
 * the document.
 */
export function showTexts(page: Document, places: Places, rendered: unknown, value: unknown): void {
  const now = new Map(changedTexts(rendered, value).map(({ from, to }) => [from, to]))
  for (const from of now.keys()) if (!places.has(from)) places.set(from, placesOf(page, from))
  for (const [from, texts] of places) {
    const next = now.get(from) ?? from
    // Where somebody types, it says so already, and the cursor stays.
    for (const text of texts) if (!text.parentElement?.isContentEditable) text.nodeValue = next
  }
}
