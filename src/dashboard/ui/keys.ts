/**
 * The keys and what they do. The third word offers it in the palette too: always, if an application is open, or if an open one can be decided.
 */
export const keyGroups = [
  {
    title: 'Read',
    keys: [
      [['j'], 'Next application', 'always'],
      [['k'], 'Previous application'],
      [['f'], 'Next unread application', 'always'],
      [['o', 'Enter'], 'View details', 'open'],
      [['/'], 'Search', 'always'],
      [['v'], 'One line a row, or three', 'always'],
      [['n'], 'Write notes', 'open'],
      [['Space'], 'Scroll'],
      [['Esc'], 'Close, back to the list, clear the selection'],
    ],
  },
  {
    title: 'Decide',
    keys: [
      [['l'], 'Preview letter, add a sentence', 'open'],
      [['w'], 'Write a message', 'open'],
      [['a'], 'Approve', 'decide'],
      [['p'], 'Pitch', 'decide'],
      [['r'], 'Reject', 'decide'],
      [['⇧ a', '⇧ p', '⇧ r'], 'The same, without a letter'],
      [['t'], 'Take more time: delay the answer, by a letter', 'decide'],
      [['d'], 'Delete', 'open'],
      [['u', 'z'], 'Undo', 'always'],
      [['s'], 'Score, then 1 to 5', 'open'],
      [['*'], 'Star, or remove the star', 'open'],
    ],
  },
  {
    title: 'Select',
    keys: [
      [['x'], 'Select, to decide, write or print together', 'open'],
      [['⇧ j', '⇧ k'], 'Select more'],
    ],
  },
  {
    title: 'Open',
    keys: [
      [['m'], 'Outbox'],
      [['['], 'Fold the rail, or unfold it'],
      [['?'], 'This list'],
    ],
  },
] as const

/** A key as it is shown, and as `useKeys` names it. */
type Pressed<Shown> = Shown extends 'Esc'
  ? 'Escape'
  : Shown extends 'Space'
    ? ' '
    : Shown extends `⇧ ${infer Key}`
      ? `Shift+${Key}`
      : Shown

/** The keys of the list, without those that the frame has everywhere. The parts of the desk have these and no others. */
export type ListedKey = Exclude<Pressed<(typeof keyGroups)[number]['keys'][number][0][number]>, FrameKey | `g ${string}`>

/** The keys of the frame. */
export type FrameKey = '?' | '['
