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
    ['#e9a20b', 'the dots, in the hue of the accent'],
    ['#0b4f49', 'a band, in the hue of the ground'],
    ['#ecdcc0', 'a card, in the hue of the ground'],
  ])('%s, %s: no hue that nobody chose', (tone) => {
    const baobab = { ground: '#0f3d2a', accent: '#15703c' }
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(toneOf(tone, baobab).slice(at, at + 2), 16))
    expect(green).toBeGreaterThan(Math.max(red, blue))
  })

  it('have a bright mark of their own', () => {
    expect(toneOf('#e9a20b', { ...green, mark: '#f4c20b' })).toBe('#f4c20b')
    expect(colourFault('mark', { ...green, mark: '#f4c20b' })).toBe('')
    expect(colourFault('ground', { ...green, mark: '#777777' })).toBe('')
    expect(colourFault('mark', { ...green, mark: '#777777' })).toBe(
      'gives the name and the dots on it a contrast of 2.6 to 1, and people need 4.5 to 1 to read it. The nearest that can be read is #a0a0a0',
    )
  })

  it('that cannot be read are refused with the nearest that can', () => {
    const fault = colourFault('accent', { ground: '#0f3d2a', accent: '#1a7a44' })
    const other = /nearest that can be read is (#[0-9a-f]{6})$/.exec(fault)?.[1] ?? ''
    expect(colourFault('accent', { ground: '#0f3d2a', accent: other })).toBe('')
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
