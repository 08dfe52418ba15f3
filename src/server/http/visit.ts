/** A page that was opened, or on which a form was begun. `agent`: what the browser says that it is. */
export interface Visit {
  readonly kind: 'seen' | 'begun'
  /** The path of a page. */
  readonly page: string
  readonly agent: string | undefined
}

/** The path of the page at an address of ours, such as a referrer, without its query; undefined for a file. */
export function pageAt(address: string): string | undefined {
  const [path = ''] = address.replace(/^https?:\/\/[^/]*/, '').split(/[?#]/, 1)
  return path.startsWith('/') && !path.includes('.') ? path.replace(/(?<=.)\/$/, '') : undefined
}
