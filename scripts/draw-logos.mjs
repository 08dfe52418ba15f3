// Draws the placeholder logos of content/logos: `node scripts/draw-logos.mjs`. Each is a symbol of what the company does, 96 by 96 units.
import { mkdir, writeFile } from 'node:fs/promises'

const out = new URL('../content/logos/', import.meta.url)
const laterite = '#5A1F17'
const kumkum = '#C2361D'
const turmeric = '#E9A20B'
const sea = '#0F6B62'
const rice = '#FBF8F1'
const ink = '#1D1A17'
const sand = '#E9D3AC'

const line = (colour, width, d) =>
  `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${d}"/>`
const shape = (colour, d) => `<path fill="${colour}" d="${d}"/>`
const dot = (colour, x, y, r) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/>`
const ground = (colour, radius) => `<rect width="96" height="96" rx="${radius}" fill="${colour}"/>`

const logos = {
  // figures under a lens
  'kanakku-lens':
    ground(laterite, 48) +
    shape(turmeric, 'M30 52h6V42h-6zM40 52h6V34h-6zM50 52h6V38h-6z') +
    '<circle cx="43" cy="42" r="24" fill="none" stroke="#FBF8F1" stroke-width="5"/>' +
    line(rice, 7, 'M61 60l14 14'),
  // two pages and a seal
  'vazhakku-desk':
    ground(sand, 20) +
    line(ink, 5, 'M28 18h30l14 14v46H28z') +
    line(ink, 5, 'M58 18v14h14') +
    line(kumkum, 5, 'M38 44h22M38 56h14') +
    dot(kumkum, 66, 70, 9),
  // a trace that becomes a leaf
  nalamtrace:
    ground(sea, 24) + line(rice, 5, 'M12 54h18l8-20 12 34 8-22h6') + shape(turmeric, 'M64 46c0-14 8-22 22-22 0 16-8 24-22 22z'),
  // the sun above the line, the moon below it: day shift, night shift
  muraiyo:
    ground(turmeric, 20) +
    shape(rice, 'M26 44a22 22 0 0 1 44 0z') +
    line(laterite, 5, 'M12 48h72') +
    shape(laterite, 'M70 54a22 22 0 0 1-44 0h12a15 15 0 0 0 26 0z'),
  // a lane of stalls
  'santhai-lane':
    ground(kumkum, 16) +
    shape(rice, 'M16 34l8-14h48l8 14c0 8-10 10-12 2-2 8-12 8-14 0-2 8-10 8-12 0-2 8-12 8-14 0-2 8-12 6-12-2z') +
    line(rice, 5, 'M24 50v28h48V50M24 64h48'),
  // a board on two posts, seen from afar
  'palagai-reach':
    ground(sand, 20) +
    shape(sea, 'M14 22h68v34H14z') +
    line(ink, 5, 'M28 56v24M68 56v24') +
    line(rice, 4, 'M24 44l12-12 10 8 14-12 12 10'),
  // links of a chain, and the stylus that writes them
  'ezhuthani-ledger':
    ground(ink, 24) +
    '<g fill="none" stroke="#E9A20B" stroke-width="5"><circle cx="30" cy="60" r="12"/><circle cx="48" cy="60" r="12"/><circle cx="66" cy="60" r="12"/></g>' +
    line(rice, 6, 'M48 40L66 18'),
  // a wheel and its pulse
  'vandi-pulse':
    ground(laterite, 24) + line(rice, 6, 'M48 18a30 30 0 1 0 30 30') + line(turmeric, 5, 'M30 50h8l7-14 8 26 6-12h10'),
}

await mkdir(out, { recursive: true })
for (const [name, drawing] of Object.entries(logos))
  await writeFile(
    new URL(`${name}.svg`, out),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">${drawing}</svg>\n`,
  )
console.log(`${Object.keys(logos).length} logos in content/logos`)
