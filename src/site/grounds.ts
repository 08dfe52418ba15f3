/** What a background gives to a picture: its own colour, which browsers' toolbars take too, and those of line, dots, words and name. */
interface Tones {
  readonly ground: string
  readonly line: string
  readonly dots: string
  readonly words: string
  readonly name: string
}

const onDark = { line: '#fbf8f1', dots: '#e9a20b', words: '#fbf8f1', name: '#e9a20b' }
const onLight = { line: '#5a1f17', dots: '#e9a20b', words: '#1d1a17', name: '#5a1f17' }

/** The backgrounds of headers and heroes; their other tones are in ui/base.css. */
export const grounds = {
  laterite: { ground: '#5a1f17', ...onDark },
  sea: { ground: '#0b4f49', ...onDark },
  night: { ground: '#44150f', ...onDark },
  ink: { ground: '#1d1a17', ...onDark },
  turmeric: { ground: '#eeb944', ...onLight, dots: '#a32a14' },
  rice: { ground: '#fbf8f1', ...onLight },
  sand: { ground: '#f1e8d8', ...onLight },
} as const satisfies Readonly<Record<string, Tones>>

export type Ground = keyof typeof grounds

/** The background of a page by its name, for its audience; laterite for founders. */
const ofPages: Readonly<Record<string, Ground>> = {
  about: 'sand',
  team: 'sand',
  mentors: 'sand',
  blog: 'rice',
  contact: 'rice',
  privacy: 'rice',
  'work-for-startups': 'rice',
  'become-early-customer': 'turmeric',
  'acceleration-as-service': 'sea',
  'service-provider': 'sea',
  investors: 'ink',
  'the-last-call': 'night',
}

export const groundOf = (page: string): Ground => ofPages[page] ?? 'laterite'
