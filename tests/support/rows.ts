/** Whether to run the whole matrix of each test that has one. `npm run drills` does. */
const everyRow = process.env.KOLAM_EVERY_ROW === 'yes'

/**
 * The rows of a matrix to test: all in the drills, otherwise those that can find a fault that the other rows cannot
 * (docs/decisions/0076).
 */
export const rows = <const T>(all: readonly T[], chosen: readonly T[]): readonly T[] => (everyRow ? all : chosen)
