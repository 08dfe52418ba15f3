import { LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { fail, ok, type Result } from '../shared/result.ts'
import { faultMessage } from './faults.ts'
import { nonBreakingSpaces, yamlFaults } from './yaml-faults.ts'

/** What is wrong with content, a sentence each. */
export type Faults = readonly string[]

/**
 * Reads a YAML text by its schema. Fails with every fault, each with file, line, key, what was expected and what stands there.
 * `linesBefore` is for a text that begins further down in its file.
 */
export function readYaml<Schema extends z.ZodType>(
  file: string,
  source: string,
  schema: Schema,
  linesBefore = 0,
): Result<z.output<Schema>, Faults> {
  const lines = new LineCounter()
  const document = parseDocument(source, { lineCounter: lines })
  const faults = yamlFaults(document)
  const read = faults.length === 0 ? schema.safeParse(document.toJS(), { reportInput: true }) : undefined
  if (read?.success) return ok(read.data)

  const spaces = nonBreakingSpaces(source)
  if (spaces.length > 0)
    return fail(
      spaces.map((at) => `${file}, line ${at + 1 + linesBefore}: a non-breaking space, as pasted text has; type a plain one`),
    )
  if (read === undefined)
    return fail(faults.map(({ offset, message: message }) => `${file}, line ${lines.linePos(offset).line + linesBefore}: ${message}`))

  const lineOf = (path: readonly PropertyKey[]): number | undefined => {
    for (let length = path.length; length > 0; length--) {
      const node: unknown = document.getIn(path.slice(0, length), true)
      const start =
        typeof node === 'object' && node !== null && 'range' in node ? (node.range as number[] | null)?.[0] : undefined
      if (start !== undefined) return lines.linePos(start).line + linesBefore
    }
    return undefined
  }
  return fail(read.error.issues.map((issue) => faultMessage(file, issue, lineOf)))
}
