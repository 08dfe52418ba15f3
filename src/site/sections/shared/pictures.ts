const portraits = import.meta.glob<string>('../../../../content/portraits/*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
})
const logos = import.meta.glob<string>('../../../../content/logos/*.svg', { query: '?url', import: 'default', eager: true })

const addressOf = (files: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.entries(files).find(([file]) => file.endsWith(`/${name}`))?.[1]

/** Where the portrait `name` is served from; undefined when there is no such drawing. */
export const portraitAddress = (name: string): string | undefined => addressOf(portraits, name)

/** Where the logo `name` is served from; undefined when there is no such drawing. */
export const logoAddress = (name: string): string | undefined => addressOf(logos, name)
