// Draws the placeholder portraits of content/portraits: `node scripts/draw-people.mjs`. The same name gives the same drawing.
// The hair and clothes of each person are listed below; skin tones, colours and backgrounds follow from a hash of the name.
// Each drawing is an outline with a few flat colours, in the style of our kolams, with a different kolam behind each head.
// To use a photograph, replace the file and name it in team.yaml or mentors.yaml.
import { mkdir, writeFile } from 'node:fs/promises'
import { kolam } from '../src/ui/kolam/kolam.ts'

const out = new URL('../content/portraits/', import.meta.url)

/** @type {Record<string, { hair: string, dress: string, skin: number, grey?: boolean, beard?: 'full' | 'short' | 'moustache', glasses?: boolean, bindi?: boolean }>} */
const people = {
  'revathi-anbarasan': { hair: 'bun', dress: 'sari', skin: 2, grey: true, bindi: true },
  'joseph-thayil': { hair: 'short', dress: 'jacket', skin: 3, beard: 'short', glasses: true },
  'farhana-meeran': { hair: 'scarf', dress: 'tunic', skin: 1 },
  'lakshmi-thirumurthy': { hair: 'plait', dress: 'sari', skin: 4, bindi: true },
  'imran-sheriff': { hair: 'parted', dress: 'shirt', skin: 1, beard: 'full' },
  'deepa-nambisan': { hair: 'bob', dress: 'coat', skin: 2, glasses: true },
  'gautam-bezawada': { hair: 'curly', dress: 'shirt', skin: 3, glasses: true },
  'anita-pereira': { hair: 'curls', dress: 'blouse', skin: 2 },
  'balaji-venkatraghavan': { hair: 'bald', dress: 'kurta', skin: 3, beard: 'moustache', grey: true },
  'nusrat-jahan-ali': { hair: 'scarf', dress: 'jacket', skin: 2, glasses: true },
  'karthik-sivanesan': { hair: 'short', dress: 'shirt', skin: 4, beard: 'moustache' },
  'meenal-deshpande': { hair: 'long', dress: 'jacket', skin: 0 },
  'arvind-palanisamy': { hair: 'parted', dress: 'kurta', skin: 2, grey: true, beard: 'moustache' },
  'shreya-bhattacharjee': { hair: 'long', dress: 'tunic', skin: 1, glasses: true, bindi: true },
  'thomas-kuriakose': { hair: 'balding', dress: 'shirt', skin: 4, grey: true, glasses: true },
  'yazhini-chelladurai': { hair: 'bun', dress: 'blouse', skin: 4 },
  'harpreet-gill': { hair: 'turban', dress: 'jacket', skin: 1, beard: 'full' },
  'sundari-ekambaram': { hair: 'plait', dress: 'sari', skin: 3, grey: true, glasses: true, bindi: true },
}

const pen = '#3A120C'
const rice = '#FBF8F1'
const turmeric = '#E9A20B'

const skins = [
  { face: '#DDA67C', shade: '#C68A60', line: '#7A4A2C' },
  { face: '#CB8F64', shade: '#B17549', line: '#6A3D22' },
  { face: '#B3774D', shade: '#985F38', line: '#58301A' },
  { face: '#94603C', shade: '#7C4C2C', line: '#432312' },
  { face: '#774828', shade: '#61381D', line: '#32190B' },
]
const grounds = [
  { main: '#ECDCBE', line: '#D3B88A' },
  { main: '#EEB944', line: '#D79A1C' },
  { main: '#0B4F49', line: '#2F746C' },
  { main: '#5A1F17', line: '#8F5448' },
  { main: '#E4B9A5', line: '#CB9077' },
]
const cloths = [
  { main: '#8C2A1C', edge: turmeric },
  { main: '#0F6B62', edge: rice },
  { main: '#C2361D', edge: '#F3D9A0' },
  { main: '#E9A20B', edge: '#8C2A1C' },
  { main: rice, edge: turmeric },
  { main: '#2F746C', edge: '#F3D9A0' },
]

/** A number in [0, 1) for a text, always the same for the same text (FNV-1a). */
function chance(text) {
  let hash = 0x811c9dc5
  for (const sign of text) hash = Math.imul(hash ^ sign.charCodeAt(0), 0x01000193)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3ce5)
  hash ^= hash >>> 13
  return (hash >>> 0) / 2 ** 32
}
const pick = (list, seed) => list[Math.floor(chance(seed) * list.length)]

/** A filled shape. Its outline is the stroke of the group around it. */
const fill = (d, colour) => `<path fill="${colour}" d="${d}"/>`
/** A line with the stroke of the group, or with its own colour and width. */
const stroke = (d, colour = pen, width = 3) =>
  `<path fill="none"${colour === pen ? '' : ` stroke="${colour}"`}${width === 3 ? '' : ` stroke-width="${width}"`} d="${d}"/>`
const dot = (x, y, r, colour) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}" stroke="none"/>`

const shoulders = 'M22 240c2-34 22-52 56-60 12-3 20-6 24-10h36c4 4 12 7 24 10 34 8 54 26 56 60v20H22z'

/** For each hairstyle the parts behind the head and the parts in front of it. */
const hairs = {
  short: (c) => ['', fill('M84 96c-4-36 12-54 37-54 24 0 39 16 35 54-3-10-5-17-9-23-13 2-34 1-45-7-8 5-14 14-18 30z', c)],
  parted: (c) => ['', fill('M84 98c-6-38 12-58 38-57 25 1 38 20 34 57-3-8-4-17-8-25-16 1-32-5-42-15-4 12-16 20-22 40z', c)],
  curly: (c) => [
    '',
    fill(
      'M83 96c-9-8-8-20-1-26-2-11 7-20 16-19 4-9 17-13 25-7 9-6 21-1 24 8 9 1 15 11 12 20 5 8 3 18-3 24-2-9-5-15-10-20-14 3-36 3-48-3-7 4-12 13-15 23z',
      c,
    ),
  ],
  balding: (c) => [
    '',
    fill('M83 101c-3-14-1-26 7-35l3 3c-3 6-3 11-4 17-3 4-4 9-6 15zM157 101c3-14 1-26-7-35l-3 3c3 6 3 11 4 17 3 4 4 9 6 15z', c),
  ],
  bald: () => ['', ''],
  bob: (c) => [
    fill('M76 140c-8-24-6-56 2-74 7-17 24-26 42-26s35 9 42 26c8 18 10 50 2 74-6 6-18 7-24 4H100c-6 3-18 2-24-4z', c),
    fill('M85 100c-3-34 8-52 35-52s38 18 35 52c-4-16-12-27-22-33-12 12-32 17-48 33z', c),
  ],
  long: (c) => [
    fill('M74 186c-10-34-10-88 2-116 8-20 25-30 44-30s36 10 44 30c12 28 12 82 2 116-10 6-22 4-28-2h-36c-6 6-18 8-28 2z', c),
    fill('M84 106c-5-38 8-58 36-58s41 20 36 58c-4-22-16-38-36-46-20 8-32 24-36 46z', c),
  ],
  bun: (c) => [
    fill('M94 46c-2-18 12-28 26-28s28 10 26 28c-8 8-44 8-52 0z', c),
    fill('M83 100c-6-38 10-60 37-60s43 22 37 60c-4-18-16-34-37-40-21 6-33 22-37 40z', c),
  ],
  plait: (c) => [
    fill('M150 110c12 8 16 24 12 36 6 8 6 20 0 28 5 10 2 22-6 30-9-3-14-11-13-20-6-7-7-18-2-26-4-16 0-36 9-48z', c),
    fill('M83 102c-6-40 10-61 37-61s43 21 37 61c-4-20-16-35-37-42-21 7-33 22-37 42z', c),
  ],
  curls: (c) => [
    fill(
      'M70 152c-12-6-14-22-6-30-10-10-8-26 2-32-4-14 6-28 18-30 4-14 20-22 36-22s32 8 36 22c12 2 22 16 18 30 10 6 12 22 2 32 8 8 6 24-6 30-6 8-18 8-24 0H94c-6 8-18 8-24 0z',
      c,
    ),
    fill(
      'M84 100c-2-12 0-20 6-26 4-12 16-16 24-12 8-6 20-4 24 4 10 2 18 14 18 34-6-10-10-18-20-22-12 6-24 6-34 2-8 4-14 10-18 20z',
      c,
    ),
  ],
}

function garment(kind, cloth, skin) {
  const body = fill(shoulders, cloth.main)
  switch (kind) {
    case 'sari':
      return (
        fill(shoulders, cloth.edge) +
        fill('M100 172c6 20 34 20 40 0 8 5 16 7 22 9-14 30-68 30-84 0 8-2 16-4 22-9z', skin.face) +
        fill('M158 179c34 8 58 26 60 61v20H76v-20c4-26 30-52 80-61z', cloth.main) +
        stroke('M157 184c-46 10-68 32-73 76', cloth.edge, 5)
      )
    case 'jacket':
      return (
        body +
        fill('M102 171l18 36 18-36-6 89h-24z', '#FBF8F1') +
        stroke('M102 172l8 44 10 24M138 172l-8 44-10 24', cloth.edge, 2.5)
      )
    case 'coat':
      return (
        fill(shoulders, '#FBF8F1') +
        fill('M102 171l18 38 18-38-2 89h-32z', cloth.main) +
        stroke('M102 172l6 40 12 28M138 172l-6 40-12 28', '#B9AC98', 2.5)
      )
    case 'shirt':
      return (
        body + fill('M98 170l22 18-14 16-14-28zM142 170l-22 18 14 16 14-28z', cloth.edge) + stroke('M120 190v70', cloth.edge, 2)
      )
    case 'kurta':
      return (
        body +
        stroke('M99 173c8 16 34 16 42 0M120 186v40', cloth.edge, 4) +
        dot(120, 198, 2.5, cloth.edge) +
        dot(120, 212, 2.5, cloth.edge)
      )
    case 'tunic':
      return (
        body +
        fill('M100 171c4 20 36 20 40 0l-2 4c-6 22-30 22-36 0z', cloth.edge) +
        stroke('M74 190c8 20 10 34 10 70', cloth.edge, 3)
      )
    default:
      return (
        body +
        fill('M96 172c6 28 42 28 48 0-4-1-7-2-8-3h-32c-1 1-4 2-8 3z', skin.face) +
        stroke('M96 173c6 28 42 28 48 0', cloth.edge, 4)
      )
  }
}

function scarf(cloth) {
  return [
    fill('M66 186c-8-40-8-84 6-112 10-22 28-32 48-32s38 10 48 32c14 28 14 72 6 112z', cloth.main),
    fill(
      'M72 190c-8-46-6-86 6-112 10-22 26-34 42-34s32 12 42 34c12 26 14 66 6 112-30 22-68 22-96 0zM120 58c-22 0-35 18-35 42 0 26 14 44 35 44s35-18 35-44c0-24-13-42-35-42z',
      cloth.main,
    ).replace('<path', '<path fill-rule="evenodd"') + stroke('M80 150c16 20 50 26 84 10M74 176c26 18 62 20 94 0', cloth.edge, 2),
  ]
}

function turban(cloth) {
  return [
    '',
    fill('M77 95c-10-40 12-70 43-70s53 30 43 70c-6-14-22-25-43-29-21 4-37 15-43 29z', cloth.main) +
      stroke(
        'M120 66c-12-10-30-12-42 4M120 66c12-10 30-12 42 4M120 66c-10-18-24-22-34-18M120 66c10-18 24-22 34-18',
        cloth.edge,
        1.8,
      ),
  ]
}

function beard(kind, colour) {
  if (kind === 'moustache') return fill('M104 121c5-6 12-6 16-3 4-3 11-3 16 3-6 3-11 3-16 1-5 2-10 2-16-1z', colour)
  const edge = kind === 'full' ? 152 : 145
  return fill(
    `M85 100c2 8 4 14 8 17 6 0 10-2 14-3 5-3 9-3 13-1 4-2 8-2 13 1 4 1 8 3 14 3 4-3 6-9 8-17 2 24-8 ${edge - 106} -35 ${edge - 102}S83 124 85 100zM111 124c5 4 13 4 18 0-5-2-13-2-18 0z`,
    colour,
  ).replace('<path', '<path fill-rule="evenodd"')
}

function face(person, skin, hair) {
  const brow = person.grey ? '#6E665E' : '#1D1A17'
  return [
    stroke('M99 88q6-4 13-1M128 87q7-3 13 1', brow, 2.6),
    dot(106, 97, 2.7, '#1D1A17') + dot(134, 97, 2.7, '#1D1A17'),
    stroke('M121 98c1 6 3 9 1 12-2 1-4 1-5 0', skin.line, 1.8),
    person.beard ? beard(person.beard, hair) : '',
    stroke(
      person.beard === 'moustache' ? 'M112 128q8 4 16 0' : 'M110 124q10 7 20 0',
      person.beard && person.beard !== 'moustache' ? skin.face : skin.line,
      2.2,
    ),
    person.glasses
      ? '<g fill="none" stroke="#1D1A17" stroke-width="2"><rect x="95" y="88" width="21" height="17" rx="7"/><rect x="124" y="88" width="21" height="17" rx="7"/><path d="M116 95q4-3 8 0M95 94l-8-2M145 94l8-2"/></g>'
      : '',
    person.bindi ? dot(120, 80, 2.6, '#C2361D') : '',
  ].join('')
}

/** The person's kolam behind the head. */
function halo(name, ground) {
  const { path, dots } = kolam(name, 9, 'diamond')
  const points = dots.map(({ x, y }) => `M${x} ${y}h0`).join('')
  return `<g fill="none" stroke-linecap="round" stroke-linejoin="round" transform="translate(120 104) scale(8)"><path stroke="${ground.line}" stroke-width=".42" d="${path}"/><path stroke="${turmeric}" stroke-width=".8" d="${points}"/></g>`
}

function draw(name) {
  const person = people[name]
  const skin = skins[person.skin]
  const ground = pick(grounds, `ground ${name}`)
  const cloth = pick(cloths, `cloth ${name}`)
  const wrap = pick(
    cloths.filter((other) => other !== cloth),
    `wrap ${name}`,
  )
  const hair = person.grey ? '#8B857D' : pick(['#1D1A17', '#2A211B', '#33251C'], `hair ${name}`)
  const [behind, over] =
    person.hair === 'scarf' ? scarf(wrap) : person.hair === 'turban' ? turban(wrap) : hairs[person.hair](hair)
  const covered = person.hair === 'scarf'
  const ears = covered
    ? ''
    : `<ellipse cx="84" cy="101" rx="6" ry="9" fill="${skin.shade}"/><ellipse cx="156" cy="101" rx="6" ry="9" fill="${skin.shade}"/>`
  const parts = [
    `<rect width="240" height="240" fill="${ground.main}"/>`,
    halo(name, ground),
    `<g stroke="${pen}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">`,
    behind,
    fill('M102 130h36v42c-6 10-30 10-36 0z', skin.shade),
    `<g transform="translate(0 -13)">${garment(person.dress, cloth, skin)}</g>`,
    ears,
    fill('M120 53c22 0 36 18 36 44 0 28-16 49-36 49s-36-21-36-49c0-26 14-44 36-44z', skin.face),
    face(person, skin, hair),
    over,
    '</g>',
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240" width="240" height="240">${parts.join('')}</svg>\n`
}

await mkdir(out, { recursive: true })
for (const name of Object.keys(people)) await writeFile(new URL(`${name}.svg`, out), draw(name))
console.log(`${Object.keys(people).length} portraits in content/portraits`)
