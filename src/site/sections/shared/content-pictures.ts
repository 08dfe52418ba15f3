const portraits = import.meta.glob<string>('../../../../content/portraits/*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
})
const drawings = import.meta.glob<string>('../../../../content/portraits/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const logos = import.meta.glob<string>('../../../../content/logos/*.svg', { query: '?url', import: 'default', eager: true })

const urlOf = (files: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.entries(files).find(([file]) => file.endsWith(`/${name}`))?.[1]

/** Where the portrait `name` is served from; undefined when there is no such drawing. */
export const portraitUrl = (name: string): string | undefined => urlOf(portraits, name)

/**
 * The portrait `name` as an address that holds the drawing itself: for the picture that is a page's largest paint, which would otherwise wait
 * for one more round trip.
 */
export const inlinePortrait = (name: string): string | undefined => {
  const drawing = urlOf(drawings, name)
  return drawing && `data:image/svg+xml,${drawing.trim().replace(/["%#<>]/g, encodeURIComponent)}`
}

/** Where the logo `name` is served from; undefined when there is no such drawing. */
export const logoUrl = (name: string): string | undefined => urlOf(logos, name)
