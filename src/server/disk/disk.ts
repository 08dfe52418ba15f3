import { statfsSync } from 'node:fs'

const MB = 1024 * 1024

/** The disk of the data folder. */
export interface Disk {
  readonly freeBytes: number
  readonly sizeBytes: number
}

/** Reads the disk of a folder: a call takes two microseconds, a promise of one forty. */
export async function readDisk(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize } = statfsSync(folder)
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
}

/**
 * The space below which a disk takes no files from strangers, and below half of which it takes nothing from them, bytes: the admin can then still sign in,
 * decide and delete. A tenth of the disk, but of a large one no more than is of use.
 */
const reserveOf = ({ sizeBytes }: Pick<Disk, 'sizeBytes'>): number => Math.min(Math.max(sizeBytes / 10, 256 * MB), 5 * 1024 * MB)

/** What a disk still takes from strangers. `low`: everything, but not for long. */
export function diskState(disk: Disk): 'ok' | 'low' | 'no files' | 'nothing' {
  const reserve = reserveOf(disk)
  if (disk.freeBytes < reserve / 2) return 'nothing'
  if (disk.freeBytes < reserve) return 'no files'
  return disk.freeBytes < 2 * reserve ? 'low' : 'ok'
}

/** Bytes as text. */
export const inMB = (bytes: number): string => `${Math.floor(bytes / MB).toLocaleString('en')} MB`

/** What a disk with little space refuses, for the operator; undefined while it has enough. */
export function diskWarning(disk: Disk): string | undefined {
  if (diskState(disk) === 'ok') return undefined
  const reserve = reserveOf(disk)
  return `${inMB(disk.freeBytes)} of the disk are free; below ${inMB(reserve)} applicants can send no files, below ${inMB(reserve / 2)} nothing. Free space on the disk.`
}
