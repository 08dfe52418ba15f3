/** How wide a letter of a plot's label is, about, and the space behind the label; pixels. */
const letter = 7.2
const behind = 14

/** The room in pixels that the longest of some labels needs, within bounds. */
export const roomFor = (labels: readonly string[]): number =>
  Math.round(Math.min(188, Math.max(64, behind + letter * Math.max(0, ...labels.map((label) => label.length)))))
