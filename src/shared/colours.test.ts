import { afterEach, describe, expect, it } from 'vitest'
import { site } from '../content/content.ts'
import { colourFault, contrast, inColours, setColours, toneOf } from './colours.ts'

afterEach(() => setColours(site.colours))

const green = { ground: '#123a5c', accent: '#0b6e4f' }

describe('colours', () => {
  it('of the site that ships change nothing', () => {
    const page = '<style>a{color:#5a1f17}</style><p style="color:#C2361D">#5a1f17</p>'
    expect(inColours(page)).toBe(page)
  })

  it('of another site are in styles and attributes, and not in words', () => {
    setColours(green)
    expect(inColours('<style>a{color:#5a1f17;b:#c2361d59;c:#fff}</style><td bgcolor="#5A1F17">#5a1f17</td>')).toBe(
      '<style>a{color:#123a5c;b:#0b6e4f59;c:#fff}</style><td bgcolor="#123a5c">#5a1f17</td>',
    )
  })

  it('keep the contrast of the tones that are computed', () => {
    for (const [text, behind] of [
      ['#4b443d', '#fbf8f1'],
      ['#ff8a6b', '#191512'],
      ['#f4bd4f', '#0b4f49'],
    ] as const)
      expect(contrast(toneOf(text, green), toneOf(behind, green))).toBeCloseTo(contrast(text, behind), 0)
  })

  it.each([
    ['#5a1f17', '#c2361d', '', ''],
    ['#123a5c', '#0b6e4f', '', ''],
    ['#1d1a17', '#1d1a17', '', ''],
    ['#9a5040', '#c2361d', 'a contrast of', ''],
    ['#5a1f17', '#ff7744', '', 'a contrast of 2.'],
  ])('%s and %s', (ground, accent, groundFault, accentFault) => {
    expect(colourFault('ground', { ground, accent })).toContain(groundFault)
    expect(colourFault('ground', { ground, accent }) === '').toBe(groundFault === '')
    expect(colourFault('accent', { ground, accent })).toContain(accentFault)
    expect(colourFault('accent', { ground, accent }) === '').toBe(accentFault === '')
  })
})
