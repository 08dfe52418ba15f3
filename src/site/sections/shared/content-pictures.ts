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

/** The URL of the portrait `name`; undefined when it does not exist. */
export const portraitUrl = (name: string): string | undefined => urlOf(portraits, name)

/**
 * The portrait `name` as a data URL: for a picture that is a page's largest paint, which would otherwise wait for one more round trip.
 */
export const inlinePortrait = (name: string): string | undefined => {
  const drawing = urlOf(drawings, name)
  return drawing && `data:image/svg+xml,${drawing.trim().replace(/["%#<>]/g, encodeURIComponent)}`
}

/** The URL of the logo `name`; undefined when it does not exist. */
export const logoUrl = (name: string): string | undefined => urlOf(logos, name)
